import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { openMachineSettings } from "../../host/machine-settings.ts";
import { showError } from "../../host/notifications.ts";
import { readSparkSettings } from "../../host/settings.ts";
import { askLine } from "../../host/step-input.ts";
import type { RehearsalRequests } from "../../lakehouse/process/start.ts";

type RehearsalCluster = RehearsalRequests["rehearse"]["params"]["cluster"];

const secretNames = { spark: "workforce.spark.token", catalog: "workforce.spark.catalogToken" } as const;

/**
 * Returns the cluster of the settings with its tokens. Without one, says what is missing with a way to the settings, and
 * throws CancelledError.
 */
export async function readSparkCluster(secrets: vscode.SecretStorage): Promise<RehearsalCluster> {
  const settings = readSparkSettings();
  const { remote, catalog, catalogUri, warehouse, namespace } = settings;
  const missing = (["remote", "catalog", "catalogUri", "namespace"] as const).filter((name) => settings[name] === "");
  if (missing.length > 0) {
    const open = vscode.l10n.t("Open Settings");
    const problem = vscode.l10n.t(
      "No Spark cluster is set up to rehearse on, and nothing was run. Missing settings: {0}.",
      missing.map((name) => `workforce.spark.${name}`).join(", "),
    );
    if ((await showError(problem, open)) === open) {
      await openMachineSettings("workforce.spark");
    }
    throw new CancelledError();
  }
  return {
    remote,
    token: await secrets.get(secretNames.spark),
    catalogName: catalog,
    catalog: {
      uri: catalogUri,
      token: await secrets.get(secretNames.catalog),
      warehouse: warehouse === "" ? undefined : warehouse,
      namespace: namespace.split("."),
    },
  };
}

/** Asks for the token of Spark or of its catalog, and stores it in the secret storage; an empty one is forgotten. */
export async function askForSparkToken(secrets: vscode.SecretStorage): Promise<void> {
  const title = vscode.l10n.t("Set Spark Token");
  const picked = await vscode.window.showQuickPick(
    [
      { label: vscode.l10n.t("Token of Spark Connect"), name: secretNames.spark },
      { label: vscode.l10n.t("Token of the Iceberg Catalog"), name: secretNames.catalog },
    ],
    { title },
  );
  const token =
    picked &&
    (await askLine(
      title,
      {
        prompt: vscode.l10n.t(
          "It is kept in the secret storage of this machine. Leave it empty to forget the one before.",
        ),
        isSecret: true,
      },
      { ignoreFocusOut: true },
    ));
  if (!picked || token === undefined) {
    throw new CancelledError();
  }
  await (token === "" ? secrets.delete(picked.name) : secrets.store(picked.name, token));
}
