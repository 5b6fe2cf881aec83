import * as vscode from "vscode";
import { isExtendedAutomatically } from "../../base/connection-role.ts";
import type { SqlStatement } from "../../client/sql/sql-statement.ts";
import { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import { withProgress } from "../../host/progress.ts";
import { readSettings } from "../../host/settings.ts";
import { totalsText } from "./count-text.ts";
import { runInTransaction } from "./run-table-writes.ts";
import type { BoundTransaction, SqlServices, SqlTarget } from "./sql-services.ts";
import { totalsByTable } from "./write-totals-model.ts";

/**
 * Runs statements of a document inside the open transaction that the document is bound to, and keeps it open. Returns a
 * summary of what was written.
 */
export async function runInBoundTransaction(
  text: string,
  statements: readonly SqlStatement[],
  { connectionId, tenant, transactionId }: BoundTransaction,
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
    extendsWhileRunning: isExtendedAutomatically(readSettings().extendsTransactions, session.role),
  });
  const title = vscode.l10n.t("Running inside the transaction");
  const steps = await withProgress("notification", title, (stopped, notify) => {
    const combined = AbortSignal.any([stopped, signal]);
    return runInTransaction(text, statements, { transaction, target, services, signal: combined, notify, onStatement });
  });
  const written = totalsByTable([{ steps }]).map(totalsText).join("; ");
  const message = written === "" ? "" : vscode.l10n.t("Not yet committed: {0}", written);
  if (message !== "") {
    vscode.window.setStatusBarMessage(`$(check) ${message}`, 10_000);
  }
  return message;
}
