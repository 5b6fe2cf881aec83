import * as vscode from "vscode";
import type { DryRunReport } from "../../client/sql/dry-run-report.ts";
import type { JobFileOutcome } from "../../client/sql/run-job-file.ts";
import { CancelledError, isCancellation } from "../../host/cancellation.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import type { ReviewPages } from "../../host/review-page.ts";
import { readSettings } from "../../host/settings.ts";
import type { ReviewQuestion } from "../../protocol/review-view.ts";
import { losesColumns, renderDryRunReview } from "./dry-run-review.ts";
import { dryRunText } from "./dry-run-text.ts";
import { endTransaction } from "./end-transaction.ts";
import { type FailedActions, failedActionIn, failedActionsOf, failureReason } from "./failed-actions.ts";
import type { JobRun } from "./job-run.ts";
import { notifyOutcome, outcomeText, outputActions } from "./notify-outcome.ts";
import { stepProgressText, withStoppableProgress } from "./run-progress.ts";
import type { SqlServices, SqlTarget } from "./sql-services.ts";

/** Services that all runs of job files use. */
export interface JobParts {
  readonly services: SqlServices;
  readonly reviews: ReviewPages;
  readonly failedActions: FailedActions;
  /** Shows the current rows of a table. */
  showRows(table: string, target: SqlTarget): Promise<void>;
}

/** Runs a job file interactively: dry run, confirmation, run, outcome. */
export async function runJob(run: JobRun, parts: JobParts): Promise<void> {
  await run.askToSave();
  if (run.isReadonly) {
    await runConfirmed(run, parts, false);
    return;
  }
  const report = readSettings().dryRunsJobs ? await tryOut(run, parts) : undefined;
  await (report ? confirmOnPage(run, report, parts) : confirmUntried(run));
  await runConfirmed(run, parts, true);
}

/**
 * Dry runs a job and shows the report on a page, from which the user can run it. A job that would fail is reported, not
 * thrown. Resolves with the user's decision to run, which may take as long as the page is open.
 */
export async function dryRunJob(run: JobRun, parts: JobParts): Promise<{ readonly isConfirmed: Promise<boolean> }> {
  const report = await tryOut(run, parts);
  const question: ReviewQuestion | undefined = report.isGood
    ? {
        text: questionText(run),
        confirm: vscode.l10n.t("Run"),
        cancel: vscode.l10n.t("Close"),
        isCareful: await isCareful(run, report),
        isAwaited: false,
      }
    : undefined;
  return { isConfirmed: showReview(run, report, question, parts) };
}

/** Runs a job whose dry run the user has confirmed on its page. */
export async function runAfterDryRun(run: JobRun, parts: JobParts): Promise<void> {
  await run.askToSave();
  await runConfirmed(run, parts, !run.isReadonly);
}

async function runConfirmed(run: JobRun, parts: JobParts, isConfirmed: boolean): Promise<void> {
  const { document, target } = run;
  const { services, failedActions } = parts;
  const tell = (state: string) => parts.reviews.tell(document.uri.toString(), state);
  tell(vscode.l10n.t("The job is running."));
  const outcome = await runWithProgress(run, isConfirmed).catch(async (error: unknown) => {
    const message = error instanceof Error ? error.message : "";
    tell(isCancellation(error) ? vscode.l10n.t("The job was stopped.") : vscode.l10n.t("The job failed: {0}", message));
    const failed = failedActionIn(message);
    await failedActions.show(document.uri, failed ? [failed] : []);
    throw error;
  });
  tell(vscode.l10n.t("The job has run since then."));
  if (outcome.transactionState === "open") {
    const { transaction } = outcome;
    const { connectionId, tenant } = target;
    const { tables } = run;
    const end = await endTransaction(
      {
        transaction,
        written: vscode.l10n.t("{0} wrote {1}", document.name, tables.join(", ")),
        reason: vscode.l10n.t("The job neither commits nor rolls back."),
        otherActions: outputActions(document, outcome, target, services),
        store: () => services.storeTransaction({ connectionId, tenant, transactionId: transaction.id, tables }),
      },
      services.log,
    );
    if (end === "asksAgain") {
      services.log.info(outcomeText(document, outcome, run.isReadonly));
      return;
    }
    const transactionState = await transaction.transactionState();
    await notifyOutcome(document, { ...outcome, transactionState }, run.isReadonly, target, services);
    return;
  }
  await notifyOutcome(document, outcome, run.isReadonly, target, services);
}

async function tryOut(run: JobRun, { failedActions }: JobParts): Promise<DryRunReport> {
  const { document } = run;
  const title = vscode.l10n.t("Dry run of {0}", document.name);
  const report = await withStoppableProgress(title, title, (signal, notify) =>
    run.dryRun({ signal, onStep: (step) => notify(stepProgressText(step)) }),
  );
  await failedActions.show(document.uri, failedActionsOf(report));
  return report;
}

/** Shows the report on the page of the job, and asks there. Returns the answer. */
async function showReview(
  run: JobRun,
  report: DryRunReport,
  question: ReviewQuestion | undefined,
  { reviews, showRows }: JobParts,
): Promise<boolean> {
  const { document, target } = run;
  const tenant = target.tenant ?? (await target.loginTenant());
  const tried = { file: document.name, connection: target.connection, tenant };
  return await reviews.show(document.uri.toString(), vscode.l10n.t("{0} (dry run)", document.name), {
    review: renderDryRunReview(report, { ...tried, role: await run.role() }, question),
    markdown: dryRunText(report, tried),
    document: document.uri,
    showTable: (table) => showRows(table, target),
  });
}

/** Asks on the page of the dry run whether to run the job. Throws an Error if it would fail, or CancelledError. */
async function confirmOnPage(run: JobRun, report: DryRunReport, parts: JobParts): Promise<void> {
  const { document } = run;
  const keepsOpen = document.file.job.keepTransactionOpenOnError === true;
  if (!report.isGood && !keepsOpen) {
    await showReview(run, report, undefined, parts);
    throw new Error(failureText(run, report));
  }
  const question = {
    text: report.isGood
      ? questionText(run)
      : vscode.l10n.t("Run {0} all the same, and keep its transaction open to look inside?", document.name),
    confirm: report.isGood ? vscode.l10n.t("Run") : vscode.l10n.t("Run and Keep Open"),
    cancel: vscode.l10n.t("Cancel"),
    isCareful: !report.isGood || (await isCareful(run, report)),
    isAwaited: true,
  };
  if (!(await showReview(run, report, question, parts))) {
    throw new CancelledError();
  }
}

/** Whether running by mistake would cost much. */
async function isCareful(run: JobRun, report: DryRunReport): Promise<boolean> {
  return (await run.role()) === "production" || losesColumns(report);
}

function questionText({ document, target, tables }: JobRun): string {
  const { name } = document;
  return tables.length === 0
    ? vscode.l10n.t("Run {0} on {1}? It writes no table.", name, target.connection)
    : vscode.l10n.t("Run {0} on {1}? It writes {2}.", name, target.connection, tables.join(", "));
}

/** Asks whether to run a job without a dry run, as the user's settings say. Throws CancelledError. */
async function confirmUntried(run: JobRun): Promise<void> {
  const { document, target, tables, columnWarnings } = run;
  const role = await run.role();
  const detail = [
    ...columnWarnings.map((line) => vscode.l10n.t("Columns differ: {0}", line)),
    vscode.l10n.t("Tables: {0}", tables.join(", ")),
    vscode.l10n.t("Tenant: {0}", tenantsText(run, target.tenant ?? (await target.loginTenant()))),
    vscode.l10n.t("Connection: {0} ({1})", target.connection, role),
  ].join("\n");
  const question = vscode.l10n.t("Run {0}?", document.name);
  if (!(await askToConfirm({ question, detail, confirm: vscode.l10n.t("Run"), role }))) {
    throw new CancelledError();
  }
}

function failureText({ document }: JobRun, report: DryRunReport): string {
  return vscode.l10n.t(
    "{0} would not run to its end, so nothing was changed: {1}",
    document.name,
    failureReason(report),
  );
}

function tenantsText({ document }: JobRun, tenant: string | undefined): string {
  const tenants = document.file.job.tenants ?? [];
  return tenants.length > 1
    ? vscode.l10n.t("{0} tenants: {1}", tenants.length, tenants.slice(0, 10).join(", "))
    : (tenants[0] ?? tenant ?? vscode.l10n.t("the tenant of the sign-in"));
}

async function runWithProgress(run: JobRun, isConfirmed: boolean): Promise<JobFileOutcome> {
  const title = vscode.l10n.t("Running {0}", run.document.name);
  return await withStoppableProgress(title, run.document.name, (signal, notify) =>
    run.run({ signal, onStep: (step) => notify(stepProgressText(step)), isConfirmed }),
  );
}
