import * as vscode from "vscode";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { failedTenants, isTransactionOpen } from "./transaction-details-model.ts";
import { phaseText, transactionName } from "./transaction-text.ts";
import type { EndedJob, EndedTransaction, WatchedTransaction } from "./transactions-model.ts";

/** Actions that a notification offers. */
export interface NoticeActions {
  openInsideTransaction(watched: WatchedTransaction): Promise<void>;
  runAgain(watched: WatchedTransaction, jobId: string): Promise<void>;
  show(watched: WatchedTransaction): Promise<void>;
}

/** Whether a job failed and left its transaction open, as of the last poll. */
export function isKeptOpen({ watched: { followed }, job }: EndedJob): boolean {
  return (job.summary?.failed ?? 0) > 0 && followed.phase !== undefined && isTransactionOpen(followed.phase);
}

/**
 * Notifies the user that a job failed and left its transaction open, where it keeps its locks until someone ends it.
 */
export async function notifyFailedJob({ watched, job }: EndedJob, actions: NoticeActions): Promise<void> {
  const { stored } = watched;
  const tenants = new Set(failedTenants(job));
  const failed = Math.max(job.summary?.failed ?? 0, tenants.size);
  const why = job.tenants?.find(({ tenantCode = "", message }) => message && tenants.has(tenantCode))?.message ?? "";
  const known = stored.jobs.find(({ jobId }) => jobId === job.jobId);
  const name = known?.label ?? transactionName(stored);
  const count = failed.toLocaleString(vscode.env.language);
  const lookInside = vscode.l10n.t("Look Inside");
  const again = vscode.l10n.t("Run Again");
  const show = vscode.l10n.t("Show Transaction");
  const what =
    failed <= 1
      ? vscode.l10n.t("{0} failed, and its transaction was kept open.", name)
      : vscode.l10n.t("{0} failed in {1} tenants, and its transaction was kept open.", name, count);
  const picked = await showWarning(
    [what, why].filter(Boolean).join(" "),
    lookInside,
    ...(known?.request ? [again] : []),
    show,
  );
  if (picked === lookInside) {
    await actions.openInsideTransaction(watched);
  } else if (picked === again && job.jobId !== undefined) {
    await actions.runAgain(watched, job.jobId);
  } else if (picked === show) {
    await actions.show(watched);
  }
}

/**
 * Notifies the user how a transaction ended, if it was not ended here: it expired, or ended while this window was
 * closed.
 */
export async function notifyEnd({ watched, end }: EndedTransaction, actions: NoticeActions): Promise<void> {
  const show = vscode.l10n.t("Show Transaction");
  const text = `${transactionName(watched.stored)}: ${phaseText(end)}.`;
  const picked =
    end === "committed" || end === "rolledBack" ? await showInformation(text, show) : await showWarning(text, show);
  if (picked === show) {
    await actions.show(watched);
  }
}
