import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { SqlAction } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transactions.ts";
import { formatPlural } from "../../host/amounts.ts";
import { connectionOf } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import { withProgress } from "../../host/progress.ts";
import type { TransactionCalls } from "./followed-transaction-model.ts";
import type { StoredTransactions } from "./stored-transactions-model.ts";
import {
  failedTenants,
  isTransactionOpen,
  isWriting,
  tenantsWithOpenTransaction,
  transactionPhase,
} from "./transaction-details-model.ts";
import type { TransactionConnections } from "./transaction-services.ts";
import { phaseText, timeText, transactionName } from "./transaction-text.ts";
import { type TransactionsModel, type WatchedTransaction, waitForJobEnd } from "./transactions-model.ts";

export interface ActionServices {
  readonly model: TransactionsModel;
  readonly stored: StoredTransactions;
  readonly calls: TransactionCalls;
  readonly connections: TransactionConnections;
}

/** Action that ends a transaction. `close` ends a read-only transaction, which has no changes to lose. */
type EndAction = "commit" | "rollBack" | "close";

/** Commits or rolls back a transaction in every tenant in which it is open. Asks the user for confirmation. */
export async function endTransaction(
  end: EndAction,
  watched: WatchedTransaction,
  parts: ActionServices,
): Promise<void> {
  const { stored, key } = watched;
  const name = transactionName(stored);
  const transaction = await readOpen(watched, parts);
  const tenants = tenantsWithOpenTransaction(transaction);
  if (end !== "close" || isWriting(transaction)) {
    await confirmAction({
      question: end === "commit" ? vscode.l10n.t('Commit "{0}"?', name) : vscode.l10n.t('Roll back "{0}"?', name),
      confirm: end === "commit" ? vscode.l10n.t("Commit") : vscode.l10n.t("Roll Back"),
      ...targetOf(watched, parts),
      tables: transaction.tablesToModify ?? [],
      tenants,
      notes: notesOf(end, watched.followed.isBusy),
    });
  }
  const label = end === "commit" ? vscode.l10n.t("Commit") : vscode.l10n.t("Roll Back");
  const status = await withProgress("notification", `${label}: ${name}`, async (signal) => {
    const action: SqlAction = end === "commit" ? { commit: {} } : { rollback: {} };
    const { client } = await parts.connections.sessionFor(stored.connectionId, stored.tenant);
    const { transactionId } = stored;
    const body = { actions: [action], ...(tenants.length > 0 && { tenants: [...tenants] }) };
    const { jobId } = await client.runSqlJob({ path: { transactionId }, body }, { signal });
    if (jobId === undefined) {
      return undefined;
    }
    await storeJob(parts, watched, jobId, label);
    // A stop only ends the waiting: a commit that has begun cannot be undone.
    return await waitForJobEnd(parts.model, key, jobId, signal);
  });
  const failed = new Set(status ? failedTenants(status) : []);
  if (failed.size > 0) {
    const message = status?.tenants?.find(({ tenantCode = "" }) => failed.has(tenantCode))?.message ?? "";
    throw new Error(
      formatPlural(
        failed.size,
        [
          vscode.l10n.t("{1} failed in one tenant. {2}"),
          vscode.l10n.t("{1} failed in {0} tenants; the page of the transaction shows all of them. {2}"),
        ],
        label,
        message,
      ),
    );
  }
}

/** Asks the user for a duration and extends the expiry of a transaction by it. */
export async function extendTransaction(watched: WatchedTransaction, parts: ActionServices): Promise<void> {
  const seconds = await pickDuration();
  if (seconds === undefined) {
    return;
  }
  const { stored, followed } = watched;
  const title = vscode.l10n.t("Extending {0}", transactionName(stored));
  await withProgress({ viewId: "workforce.transactions" }, title, async (signal) => {
    followed.apply(await parts.calls.extend(stored, seconds, signal));
  });
}

/** Turns the automatic extension of a transaction on or off, overriding the setting. */
export async function setAutomaticExtension(
  watched: WatchedTransaction,
  isExtended: boolean,
  parts: ActionServices,
): Promise<void> {
  await parts.stored.saveExtension(watched.key, isExtended);
  watched.followed.poll();
}

/** Stores a job that this extension started in a transaction, and polls it at once. */
async function storeJob(
  { stored, model }: Pick<ActionServices, "stored" | "model">,
  watched: WatchedTransaction,
  jobId: string,
  label: string,
): Promise<void> {
  const { connectionId, tenant, transactionId } = watched.stored;
  await stored.save({ connectionId, tenant, transactionId, job: { jobId, label } });
  model.find(watched.key)?.followed.poll();
}

/** Returns the tenant of a transaction with the name and the role of its connection. */
export function targetOf({ stored }: WatchedTransaction, { connections }: Pick<ActionServices, "connections">) {
  const { label, role } = connectionOf(stored.connectionId, connections);
  return { connection: label, role, tenant: stored.tenant };
}

/**
 * Requests the current state of a transaction in all tenants. If the transaction is not open, throws an error that
 * states how it ended.
 */
async function readOpen(watched: WatchedTransaction, parts: ActionServices): Promise<SqlTransaction> {
  const { stored, followed } = watched;
  const title = vscode.l10n.t("Reading {0}", transactionName(stored));
  const transaction = await withProgress("notification", title, (signal) =>
    parts.calls.transaction(stored, true, signal),
  );
  const phase = transactionPhase(transaction);
  if (!isTransactionOpen(phase)) {
    followed.poll();
    const closedAt = Date.parse(transaction.closedAt ?? "");
    const when = Number.isNaN(closedAt) ? "" : ` (${timeText(closedAt)})`;
    throw new Error(
      vscode.l10n.t(
        "{0} is not open any more: {1}{2}. Start another one.",
        transactionName(stored),
        phaseText(phase),
        when,
      ),
    );
  }
  return transaction;
}

function notesOf(end: EndAction, isBusy: boolean): readonly string[] {
  const notes = [
    end === "commit"
      ? vscode.l10n.t("What its jobs wrote becomes visible to everybody. This cannot be undone.")
      : vscode.l10n.t("What its jobs wrote is lost, and uploaded files and outputs may be lost, too."),
  ];
  if (isBusy) {
    notes.push(
      end === "commit"
        ? vscode.l10n.t("A job is still running; the commit waits for it.")
        : vscode.l10n.t("A job is still running; it is stopped."),
    );
  }
  return notes;
}

async function pickDuration(): Promise<number | undefined> {
  const choices = [
    { label: vscode.l10n.t("15 minutes"), seconds: 900 },
    { label: vscode.l10n.t("1 hour"), seconds: 3600 },
    { label: vscode.l10n.t("4 hours"), seconds: 4 * 3600 },
    { label: vscode.l10n.t("1 day"), seconds: 24 * 3600 },
  ];
  const picked = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t("Extend Transaction"),
    placeHolder: vscode.l10n.t("How long it stays open"),
  });
  return picked?.seconds;
}

/** Texts of the confirmation that the user gives before a transaction is changed. */
interface ActionPrompt {
  readonly question: string;
  /** Label of the button that confirms the action. */
  readonly confirm: string;
  readonly connection: string;
  readonly role: ConnectionRole;
  readonly tables: readonly string[];
  /** Codes of the affected tenants. Empty if the service determines the tenant. */
  readonly tenants: readonly string[];
  readonly tenant: string | undefined;
  /** Additional sentences of the confirmation. */
  readonly notes: readonly string[];
}

const maxNamed = 5;

/**
 * Asks the user to confirm an action on a transaction. Shows the tables, tenants and connection. Throws CancelledError
 * if the user declines.
 */
export async function confirmAction(action: ActionPrompt): Promise<void> {
  const { question, confirm, connection, role, tables, tenants, tenant, notes } = action;
  const named = tenants.length > 0 ? tenants : tenant === undefined ? [] : [tenant];
  const detail = [
    vscode.l10n.t("Connection: {0} ({1})", connection, role),
    named.length > 0 ? vscode.l10n.t("Tenants: {0}", listText(named)) : vscode.l10n.t("Tenant: that of the connection"),
    tables.length > 0 ? vscode.l10n.t("Tables: {0}", listText(tables)) : vscode.l10n.t("Tables: none, it only reads"),
    ...notes,
  ].join("\n");
  if (!(await askToConfirm({ question, detail, confirm, role }))) {
    throw new CancelledError();
  }
}

/** Formats a list of at most five names, such as `a, b, c, d, e and 2 more` for seven names. */
function listText(names: readonly string[]): string {
  const first = names.slice(0, maxNamed).join(", ");
  return names.length > maxNamed
    ? vscode.l10n.t("{0} and {1} more", first, (names.length - maxNamed).toLocaleString(vscode.env.language))
    : first;
}
