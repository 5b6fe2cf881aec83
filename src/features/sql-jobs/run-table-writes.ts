import * as vscode from "vscode";
import { abortError } from "../../base/abort.ts";
import { type ConnectionRole, isTransactionExtendedAutomatically } from "../../base/connection-role.ts";
import { combineStepsWithCounts, readDryRunCounts } from "../../client/sql/dry-run-counts.ts";
import { planDryRun } from "../../client/sql/dry-run-plan.ts";
import type { DryRunStep } from "../../client/sql/dry-run-report.ts";
import { describeJobFailure } from "../../client/sql/run-job-file.ts";
import type { SqlStatement } from "../../client/sql/sql-statement.ts";
import { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import { withProgress } from "../../host/progress.ts";
import { readSettings } from "../../host/settings.ts";
import { totalsText } from "./count-text.ts";
import { endTransaction, type TransactionEnd } from "./end-transaction.ts";
import { withStoppableProgress } from "./run-progress.ts";
import { runTableQuery } from "./run-table-query.ts";
import type { BoundTransaction, SqlServices, SqlTarget } from "./sql-services.ts";
import { paddedStatement, statementTitle, tablesWritten } from "./table-sql-text-model.ts";
import { totalsByTable } from "./write-totals-model.ts";

/** Reports a statement that failed in its transaction. */
export class StatementError extends Error {
  readonly statement: SqlStatement;

  constructor(message: string, statement: SqlStatement, options?: ErrorOptions) {
    super(message, options);
    this.statement = statement;
  }

  /** Returns the same error with a note that the transaction was rolled back. */
  rolledBack(): StatementError {
    const message = `${this.message} ${vscode.l10n.t("The transaction is rolled back.")}`;
    return new StatementError(message, this.statement, { cause: this });
  }
}

/**
 * Runs statements, some of which write, in one transaction that locks exactly the tables they write. Then the user
 * commits, rolls back or keeps it open. A failure or a stop rolls back. Returns a summary of the outcome. Throws
 * CancelledError if the user declines.
 */
export async function runTableWrites(
  source: StatementSource,
  statements: readonly SqlStatement[],
  target: SqlTarget,
  services: SqlServices,
  onStatement: (statement: SqlStatement) => void,
  outerSignal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const tables = tablesWritten(statements);
  const { client, role } = await target.session();
  const tenant = target.tenant ?? (await target.loginTenant());
  await confirmWrites(tables, tenant, target.connection, role);
  const title = vscode.l10n.t("Running in a transaction");
  const run = await withStoppableProgress(title, tables.join(", "), async (stopped, notify) => {
    const signal = AbortSignal.any([stopped, outerSignal]);
    const options = {
      title: tables.join(", "),
      effect: "confirmed",
      extendsWhileRunning: isTransactionExtendedAutomatically(readSettings().extendsTransactions, role),
    } as const;
    const transaction = await SqlTransaction.start(client, { tablesToModify: [...tables] }, options, signal);
    const label = tables.join(", ");
    const reference = { connectionId: target.connectionId, tenant: target.tenant, transactionId: transaction.id };
    const store = () => services.storeTransaction({ ...reference, tables, label });
    try {
      // The transactions view finds it again after a reload.
      await store();
      const context = { transaction, label, target, services, signal, notify, onStatement };
      return { transaction, store, steps: await runInTransaction(source, statements, context) };
    } catch (error) {
      const isClean = await transaction.abandon();
      await store().catch(() => undefined);
      if (isClean) {
        throw error instanceof StatementError ? error.rolledBack() : error;
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw await transaction.failure(reason, error);
    }
  });
  const written = totalsByTable([{ steps: run.steps }])
    .map(totalsText)
    .join("; ");
  const { transaction, store } = run;
  return endText(await endTransaction({ transaction, written, store }, services.log), written);
}

function endText(end: TransactionEnd, written: string): string {
  switch (end) {
    case "committed":
      return vscode.l10n.t("Committed: {0}", written);
    case "rolledBack":
      return vscode.l10n.t("Rolled back: nothing has changed");
    case "open":
    case "asksAgain":
      return vscode.l10n.t("Not yet committed: {0}", written);
  }
}

/** Document whose statements run. */
interface StatementSource {
  readonly text: string;
  /** URI of the document. */
  readonly file: string;
}

/** A transaction to run statements in, with the callbacks that report progress. */
interface WithinTransaction {
  readonly transaction: SqlTransaction;
  /** Name of the transaction, which the results of its queries show. */
  readonly label: string;
  readonly target: SqlTarget;
  readonly services: SqlServices;
  readonly signal: AbortSignal;
  readonly notify: (message: string) => void;
  readonly onStatement: (statement: SqlStatement) => void;
}

/**
 * Runs statements in a transaction without ending it. Returns what they wrote. Throws StatementError at the first
 * statement that fails.
 */
async function runInTransaction(
  source: StatementSource,
  statements: readonly SqlStatement[],
  within: WithinTransaction,
): Promise<readonly DryRunStep[]> {
  const { transaction, signal, notify, onStatement } = within;
  const { text } = source;
  const steps: DryRunStep[] = [];
  for (const [index, statement] of statements.entries()) {
    onStatement(statement);
    const name = statementTitle(text, statement, index);
    notify(vscode.l10n.t("{0} of {1}: {2}", index + 1, statements.length, name));
    if (statement.verb === "query") {
      await showQuery(source, statement, name, within);
    } else {
      steps.push(...(await runWrite(text, statement, transaction, signal)));
    }
  }
  return steps;
}

async function runWrite(
  text: string,
  statement: SqlStatement,
  transaction: SqlTransaction,
  signal: AbortSignal,
): Promise<readonly DryRunStep[]> {
  const plan = planDryRun({ actions: [{ query: { query: statement.text } }] });
  // The statement is sent at its position in the file, so that positions in the service's messages fit the file.
  const actions = plan.job.actions?.map((action) =>
    action.query?.query === statement.text ? { query: { query: paddedStatement(text, statement) } } : action,
  );
  const state = await transaction.run({ ...plan.job, ...(actions && { actions }) }, { signal });
  if (state.phase !== "succeeded") {
    throw new StatementError(describeJobFailure(state), statement);
  }
  return combineStepsWithCounts(plan.steps, await readDryRunCounts(transaction, plan.steps, undefined, signal));
}

async function showQuery(
  { text, file }: StatementSource,
  statement: SqlStatement,
  title: string,
  { transaction, label, target, services, signal }: WithinTransaction,
): Promise<void> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(abortError("The query was cancelled."));
  signal.addEventListener("abort", onAbort, { once: true });
  const query = { sent: paddedStatement(text, statement), text: statement.text, title, file };
  const outcome = await runTableQuery(query, target, services, controller, { transaction, label });
  signal.removeEventListener("abort", onAbort);
  if (outcome.kind === "failed") {
    throw new StatementError(outcome.message, statement);
  }
  if (outcome.kind === "cancelled") {
    throw new CancelledError();
  }
}

async function confirmWrites(
  tables: readonly string[],
  tenant: string | undefined,
  connection: string,
  role: ConnectionRole,
): Promise<void> {
  const confirm = vscode.l10n.t("Start Transaction");
  const question = vscode.l10n.t("Write to {0}?", tables.join(", "));
  const detail = [
    vscode.l10n.t("Tables: {0}", tables.join(", ")),
    vscode.l10n.t("Tenant: {0}", tenant ?? vscode.l10n.t("the tenant of the sign-in")),
    vscode.l10n.t("Connection: {0} ({1})", connection, role),
    vscode.l10n.t("A transaction locks the tables. Nothing is permanent before you commit."),
  ].join("\n");
  if (!(await askToConfirm({ question, detail, confirm, role }))) {
    throw new CancelledError();
  }
}

/**
 * Runs statements of a document inside the open transaction that the document is bound to, and keeps it open. Returns a
 * summary of what was written.
 */
export async function runInBoundTransaction(
  source: StatementSource,
  statements: readonly SqlStatement[],
  { connectionId, tenant, transactionId, label }: BoundTransaction,
  services: SqlServices,
  onStatement: (statement: SqlStatement) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const session = await services.sessionFor(connectionId, tenant);
  const current = services.currentTarget();
  const target: SqlTarget = {
    connectionId,
    connection: session.connectionLabel,
    tenant,
    project: undefined,
    session: async () => session,
    loginTenant: async () => (current.connectionId === connectionId ? await current.loginTenant() : undefined),
  };
  const transaction = SqlTransaction.resume(session.client, transactionId, {
    title: transactionId,
    extendsWhileRunning: isTransactionExtendedAutomatically(readSettings().extendsTransactions, session.role),
  });
  const title = vscode.l10n.t("Running inside the transaction");
  const steps = await withProgress("notification", title, (stopped, notify) => {
    const combined = AbortSignal.any([stopped, signal]);
    const within = { transaction, label, target, services, signal: combined, notify, onStatement };
    return runInTransaction(source, statements, within);
  });
  const written = totalsByTable([{ steps }]).map(totalsText).join("; ");
  const message = written === "" ? "" : vscode.l10n.t("Not yet committed: {0}", written);
  if (message !== "") {
    vscode.window.setStatusBarMessage(`$(check) ${message}`, 10_000);
  }
  return message;
}
