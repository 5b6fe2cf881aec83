import * as vscode from "vscode";
import { countText } from "../../base/amounts.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import { showInformation } from "../../host/notifications.ts";
import type { Delivered } from "./delivery.ts";
import type { IntakeDraft } from "./intake-kind-model.ts";

/** Says what was sent and what the service does with it. */
export async function tellDelivered(name: string, { objectName }: IntakeDraft, delivered: Delivered): Promise<void> {
  const show = vscode.l10n.t("Show Jobs");
  const message = [whatText(name, delivered), nextText(objectName, delivered)].filter(Boolean).join(" ");
  const picked = await showInformation(message, ...(delivered.job ? [show] : []));
  if (picked === show) {
    await vscode.commands.executeCommand("workforce.jobs.focus");
  }
}

function whatText(name: string, { rows, batches }: Delivered): string {
  const { language } = vscode.env;
  return rows === undefined || batches === undefined
    ? vscode.l10n.t("{0} was sent.", name)
    : vscode.l10n.t(
        "{0} was sent: {1} rows in {2} batches.",
        name,
        countText(rows, language),
        countText(batches, language),
      );
}

function nextText(objectName: string, { job, openTransaction }: Delivered): string {
  if (job) {
    return vscode.l10n.t("The job {0} is watched.", jobIdOf(job));
  }
  return openTransaction === undefined
    ? ""
    : vscode.l10n.t("Transaction {0} of {1} is open for more files.", openTransaction, objectName);
}
