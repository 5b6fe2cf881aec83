import * as vscode from "vscode";
import { startedJobOf } from "../../contract/started-job.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { timeText } from "../../host/entry-tree-item.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { askChoice, backStep } from "../../host/step-input.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { DataBranchModel } from "./data-branch-model.ts";
import type { Category, DataVersion } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";
import { callService, confirmOn, refreshGroup } from "./data-target.ts";

/**
 * Makes a data version of the included uploads. Asks for the category if the tenant has several, and whether to publish
 * the version.
 */
export async function processNow(
  target: TenantTarget,
  category: Category | undefined,
  model: DataBranchModel,
  services: DataServices,
): Promise<void> {
  const chosen = category ?? (await chooseCategory(target, model, services));
  const name = chosen ? nameOf(chosen) : target.tenant;
  const answer = await askChoice(
    { title: vscode.l10n.t("Process {0} of {1}", name, target.tenant), step: 1, totalSteps: 1 },
    {
      prompt: vscode.l10n.t("What becomes of the data version that is made of the included uploads"),
      choices: [
        {
          value: "draft",
          label: vscode.l10n.t("Draft"),
          detail: vscode.l10n.t("Only queries in a project see it; compare it with production, then publish it"),
        },
        {
          value: "publish",
          label: vscode.l10n.t("Publish"),
          detail: vscode.l10n.t("Production answers with it when the job ends"),
        },
      ],
    },
  );
  if (answer === backStep) {
    throw new CancelledError();
  }
  await startProcessing(target, chosen, answer === "publish", vscode.l10n.t("Processing of {0}", name), services);
}

/** Publishes a draft. Processing publishes the newest draft if no upload was included or excluded since it was made. */
export async function publishVersion(
  target: TenantTarget,
  version: DataVersion,
  model: DataBranchModel,
  services: DataServices,
): Promise<void> {
  const { number, category, date } = version;
  const title = vscode.l10n.t("Reading the versions of {0}", nameOf(category));
  const [newest] = await withProgress("notification", title, (signal) => model.versions(category, target, signal));
  if (newest && newest.number !== number) {
    throw new Error(
      vscode.l10n.t(
        "{0} is not the newest version of {1}; {2} is. Exclude the uploads that came later, then process and publish.",
        number,
        nameOf(category),
        newest.number,
      ),
    );
  }
  await confirmOn(
    target,
    vscode.l10n.t("Publish the data version {0}?", number),
    vscode.l10n.t("Publish"),
    [
      vscode.l10n.t("Made: {0}", timeText(date) ?? ""),
      vscode.l10n.t("Everybody's queries answer with it from then on."),
      vscode.l10n.t("If uploads came, were included or excluded since, a version with them is made and published."),
    ],
    services,
  );
  await startProcessing(target, category, true, vscode.l10n.t("Publishing of {0}", number), services);
}

/** Disables a data version, so that production answers with the one before it. */
export async function disableVersion(
  target: TenantTarget,
  { number, category }: DataVersion,
  model: DataBranchModel,
  services: DataServices,
): Promise<void> {
  // The tree may show a draft that somebody else has published since.
  const reading = vscode.l10n.t("Reading the versions of {0}", nameOf(category));
  const versions = await withProgress("notification", reading, (signal) => model.versions(category, target, signal));
  const found = versions.find((version) => version.number === number);
  if (!found) {
    throw new Error(vscode.l10n.t("{0} has no data version {1} any more.", nameOf(category), number));
  }
  const { isDraft, former } = found;
  if (former === undefined && isDraft !== true) {
    throw new Error(
      vscode.l10n.t("{0} is the only version of {1}. Publish another one first.", number, nameOf(category)),
    );
  }
  await confirmOn(
    target,
    vscode.l10n.t("Disable the data version {0}?", number),
    vscode.l10n.t("Disable"),
    [
      isDraft
        ? vscode.l10n.t("It is a draft; production answers as before.")
        : vscode.l10n.t("If production answers with it, {0} will answer from then on.", former ?? ""),
      vscode.l10n.t("Its uploads stay included; a later processing makes another version of them."),
    ],
    services,
  );
  const entry = {
    tenantCode: target.tenant,
    dataVersion: number,
    ...(category.id !== undefined && { dataCategory: category.id }),
  };
  const title = vscode.l10n.t("Disabling {0}", number);
  const { totalFailures = 0, results = [] } = await callService(target, title, services, (client, signal) =>
    client.disableDataVersions({ body: { model: { dataVersionObjects: [entry] } } }, { signal }),
  );
  if (totalFailures > 0) {
    const reason = results.map(({ message = "" }) => message).find((message) => message !== "");
    throw new Error(vscode.l10n.t("{0} was not disabled. {1}", number, reason ?? ""));
  }
  refreshGroup(target, "versions", services);
  services.refreshModel();
  void showInformation(
    isDraft || former === undefined
      ? vscode.l10n.t("{0} is disabled.", number)
      : vscode.l10n.t("{0} is disabled. Queries that begin now answer from {1}.", number, former),
  );
}

async function startProcessing(
  target: TenantTarget,
  category: Category | undefined,
  publishToProduction: boolean,
  label: string,
  services: DataServices,
): Promise<void> {
  const body = { publishToProduction, ...(category?.id !== undefined && { dataCategoryId: category.id }) };
  const answer = await callService(target, label, services, (client, signal) =>
    client.runProcessingJob({ body }, { signal }),
  );
  const job = startedJobOf("runProcessingJob", { body }, answer, target.tenant);
  if (job) {
    await services.watchJob(target.connectionId, job, label);
  }
}

/** Returns the only category of a tenant, or asks for one. Undefined if the service does not list categories. */
async function chooseCategory(
  target: TenantTarget,
  model: DataBranchModel,
  { connections }: DataServices,
): Promise<Category | undefined> {
  if (connections.missingOperations(target.connectionId).has("listDataCategories")) {
    return undefined;
  }
  const categories = await withProgress("notification", vscode.l10n.t("Reading the data categories"), (signal) =>
    model.categories(target, signal),
  );
  if (categories.length < 2) {
    return categories[0];
  }
  const picked = await vscode.window.showQuickPick(
    categories.map((category, index) => ({
      label: disableIcons(nameOf(category)),
      description: index === 0 ? vscode.l10n.t("primary") : "",
      detail: disableIcons(category.objectName ?? ""),
      category,
    })),
    { title: vscode.l10n.t("Process Now"), placeHolder: vscode.l10n.t("Category of the data to process") },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.category;
}

function nameOf({ name, id }: Category): string {
  return name ?? id ?? "";
}
