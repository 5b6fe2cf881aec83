import * as vscode from "vscode";
import type { DryRunReport } from "../../client/sql/dry-run-report.ts";
import type { JobFileOutcome } from "../../client/sql/run-job-file.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showError, showWarning } from "../../host/notifications.ts";
import { readSettings } from "../../host/settings.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { totalsText } from "./count-text.ts";
import { dryRunText, mismatchLines } from "./dry-run-text.ts";
import { endTransaction } from "./end-transaction.ts";
import { type FailedActions, failedActionIn, failedActionsOf, failureReason } from "./failed-actions.ts";
import type { JobRun } from "./job-run.ts";
import { notifyOutcome } from "./notify-outcome.ts";
import { stepProgressText, withStoppableProgress } from "./run-progress.ts";
import type { SqlServices } from "./sql-services.ts";
import { totalsByTable } from "./write-totals-model.ts";

/** Runs a job file interactively: dry run, confirmation, run, outcome. */
export async function runJob(
  run: JobRun,
  services: SqlServices,
  reports: TextDocuments,
  failedActions: FailedActions,
): Promise<void> {
  const { document, target } = run;
  await run.askToSave();
  if (!run.isReadonly) {
    const report = readSettings().dryRunsJobs ? await dryRunJob(run, reports, failedActions) : undefined;
    await confirmRun(run, report);
  }
  const outcome = await runWithProgress(run).catch(async (error: unknown) => {
    const failed = failedActionIn(error instanceof Error ? error.message : "");
    await failedActions.show(document.uri, failed ? [failed] : []);
    throw error;
  });
  if (outcome.transactionState === "open") {
    await endTransaction(
      {
        transaction: outcome.transaction,
        connectionId: target.connectionId,
        tenant: target.tenant,
        tables: run.tables,
      },
      vscode.l10n.t("{0} wrote {1}, and neither commits nor rolls back.", document.name, run.tables.join(", ")),
      services,
    );
    const transactionState = await outcome.transaction.transactionState();
    await notifyOutcome(document, { ...outcome, transactionState }, run.isReadonly, target, services);
    return;
  }
  await notifyOutcome(document, outcome, run.isReadonly, target, services);
}

/** Dry runs a job and shows the report. A job that would fail is reported, not thrown. */
export async function dryRunJob(
  run: JobRun,
  reports: TextDocuments,
  failedActions: FailedActions,
): Promise<DryRunReport> {
  const { document, target } = run;
  const title = vscode.l10n.t("Dry run of {0}", document.name);
  const report = await withStoppableProgress(title, title, (signal, notify) =>
    run.dryRun({ signal, onStep: (step) => notify(stepProgressText(step)) }),
  );
  const tenant = target.tenant ?? (await target.loginTenant());
  await failedActions.show(document.uri, failedActionsOf(report));
  // A new report replaces the previous one of the same file.
  await reports.show(
    `${vscode.l10n.t("{0} (dry run)", document.name)}.md`,
    dryRunText(report, { file: document.name, connection: target.connection, tenant }),
    { query: document.uri.toString(), viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
  );
  return report;
}

async function confirmRun(run: JobRun, report: DryRunReport | undefined): Promise<void> {
  const { document, target, tables } = run;
  const tenant = target.tenant ?? (await target.loginTenant());
  if (report && !report.isGood) {
    await confirmFailure(run, report);
  }
  const start = vscode.l10n.t("Run");
  const totals = report ? totalsByTable(report.tenants).map(totalsText) : [];
  const mismatches = report ? mismatchLines(report) : run.columnWarnings;
  const detail = [
    ...totals,
    ...mismatches.map((line) => vscode.l10n.t("Columns differ: {0}", line)),
    vscode.l10n.t("Tables: {0}", tables.join(", ")),
    vscode.l10n.t("Tenant: {0}", tenantsText(run, report, tenant)),
    vscode.l10n.t("Connection: {0} ({1})", target.connection, await run.role()),
  ].join("\n");
  const message = vscode.l10n.t("Run {0}?", document.name);
  if ((await showWarning(message, { modal: true, detail }, start)) !== start) {
    throw new CancelledError();
  }
}

/**
 * Refuses a job that would fail, unless it keeps its transaction open for inspection; then the user may run it anyway.
 */
async function confirmFailure({ document }: JobRun, report: DryRunReport): Promise<void> {
  const message = vscode.l10n.t(
    "{0} would not run to its end, so nothing was changed: {1}",
    document.name,
    failureReason(report),
  );
  if (!document.file.job.keepTransactionOpenOnError) {
    throw new Error(message);
  }
  const run = vscode.l10n.t("Run and Keep Open");
  if ((await showError(message, run)) !== run) {
    throw new CancelledError();
  }
}

function tenantsText({ document }: JobRun, report: DryRunReport | undefined, tenant: string | undefined): string {
  const tenants = report?.tenants.flatMap(({ tenant: code }) => code ?? []) ?? document.file.job.tenants ?? [];
  return tenants.length > 1
    ? vscode.l10n.t("{0} tenants: {1}", tenants.length, tenants.slice(0, 10).join(", "))
    : (tenants[0] ?? tenant ?? vscode.l10n.t("the tenant of the sign-in"));
}

async function runWithProgress(run: JobRun): Promise<JobFileOutcome> {
  const title = vscode.l10n.t("Running {0}", run.document.name);
  return await withStoppableProgress(title, run.document.name, (signal, notify) =>
    run.run({ signal, onStep: (step) => notify(stepProgressText(step)) }),
  );
}
