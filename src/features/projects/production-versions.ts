import * as vscode from "vscode";
import type { Project } from "../../contract/projects.ts";
import { callTenant } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { chooseSavePath } from "../../host/file-dialogs.ts";
import { showInformation } from "../../host/notifications.ts";
import { saveBody } from "../../host/save-body.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { ProjectsParts } from "./projects-services.ts";

/** Saves the changes of production, from a version to the latest, as a file that can be imported elsewhere. */
export async function exportVersions(target: TenantTarget, parts: ProjectsParts): Promise<void> {
  const title = vscode.l10n.t("Export Changes of {0}", target.tenant);
  const from = await chooseVersion(
    target,
    title,
    vscode.l10n.t("First version to export; all later ones follow"),
    parts,
  );
  const name = `${target.tenant.replace(/\W+/g, "_")}-changes.zip`;
  const file = await chooseSavePath({ title, name, filters: { ZIP: ["zip"] } });
  const exportParameters = from.id === undefined ? {} : { startVersion: from.id };
  await callTenant(target, title, parts.connections, async (client, signal) => {
    const body = { operation: "export", exportParameters } as const;
    const answer = await client.exportProductionVersions(
      { body },
      { accept: "application/zip", signal, isStreamed: true },
    );
    await saveBody(file, answer.body);
  });
  void showInformation(vscode.l10n.t("The changes are in {0}. Import them into a project.", file));
}

/** Makes a project whose changes take production back to a version. */
export async function rollBackToVersion(target: TenantTarget, parts: ProjectsParts): Promise<void> {
  const title = vscode.l10n.t("Roll Back to Version");
  const version = await chooseVersion(
    target,
    title,
    vscode.l10n.t("Version to go back to; a project with the reverse changes is made, and nothing is published"),
    parts,
  );
  const { rollBackTo } = await callTenant(target, title, parts.connections, (client, signal) =>
    client.runProductionVersionOperation(
      { path: { productionVersionId: version.id ?? "" }, body: { operation: "rollBackTo" } },
      { signal },
    ),
  );
  parts.refreshTree(target, "projects");
  const publish = vscode.l10n.t("Publish Project...");
  const text = vscode.l10n.t("The project {0} takes production back when it is published.", rollBackTo?.name ?? "");
  if (rollBackTo?.id !== undefined && (await showInformation(text, publish)) === publish) {
    const item = { kind: "project", key: rollBackTo.id, target, project: rollBackTo };
    await vscode.commands.executeCommand(commandIds.publishProject, item);
  }
}

async function chooseVersion(
  target: TenantTarget,
  title: string,
  placeHolder: string,
  parts: ProjectsParts,
): Promise<Project> {
  const { publishedVersions = [] } = await callTenant(target, title, parts.connections, (client, signal) =>
    client.listProductionVersions({ query: { limit: 400 } }, { signal }),
  );
  const picked = await vscode.window.showQuickPick(
    publishedVersions.map((version) => ({
      label: disableIcons(`${version.versionNumber} ${version.name ?? ""}`),
      description: disableIcons(version.releaseVersion ?? ""),
      detail: disableIcons(version.description ?? ""),
      version,
    })),
    { title, placeHolder },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.version;
}
