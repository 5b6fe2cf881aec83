import * as vscode from "vscode";
import { startedJob } from "../../contract/started-job.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { type PlacedTable, placeText } from "./table-place.ts";
import type { TableSourceServices } from "./table-source-services.ts";

/** Lets the service make a view's rows anew, and has the job watched. */
export async function regenerateView(placed: PlacedTable, watchJob: TableSourceServices["watchJob"]): Promise<void> {
  const { connectionId, tenant, session, table } = placed;
  if (table.materializedView?.enabled !== true) {
    throw new Error(
      vscode.l10n.t("{0} is no materialized view; only those are regenerated from a query.", table.objectName),
    );
  }
  const regenerate = vscode.l10n.t("Regenerate");
  const question = vscode.l10n.t("Regenerate the view {0}?", table.objectName);
  const detail = vscode.l10n.t(
    "{0} ({1})\n\nAll of its rows are made anew from its query, which may take long.",
    placeText(placed),
    session.role,
  );
  if ((await showWarning(question, { modal: true, detail }, regenerate)) !== regenerate) {
    throw new CancelledError();
  }
  const args = { path: { tableId: table.uuid }, body: { tableId: table.uuid } };
  const answer = await session.client.regenerateMaterializedView(args);
  const job = startedJob("regenerateMaterializedView", args, answer, tenant);
  if (!job) {
    throw new Error(vscode.l10n.t("The service named no job for {0}. See its jobs.", table.objectName));
  }
  const label = vscode.l10n.t("Regenerate {0}", table.objectName);
  await watchJob(connectionId, job, label);
  const showJobs = vscode.l10n.t("Show Jobs");
  const message = vscode.l10n.t("The view {0} is being regenerated; its job is watched.", table.objectName);
  void showInformation(message, showJobs).then((answered) => {
    if (answered === showJobs) {
      void vscode.commands.executeCommand("workforce.jobs.focus");
    }
  });
}
