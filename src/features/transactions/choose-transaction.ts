import * as vscode from "vscode";
import { withProgress } from "../../host/progress.ts";
import { askLine } from "../../host/step-input.ts";
import type { TransactionCalls } from "./followed-transaction-model.ts";
import type { StoredTransactions } from "./stored-transactions-model.ts";
import { isTransactionOpen } from "./transaction-details-model.ts";
import { transactionName } from "./transaction-text.ts";
import { descriptionOf } from "./transaction-tree-items.ts";
import type { WatchedTransaction } from "./transactions-model.ts";

/**
 * Asks the user for the transaction that a command applies to, unless the tree selection determines it or there is only
 * one.
 */
export async function pickTransaction(
  all: readonly WatchedTransaction[],
  isOnlyOpen: boolean,
  nowMs: number,
): Promise<WatchedTransaction | undefined> {
  const fitting = all.filter(
    ({ followed: { phase } }) => !isOnlyOpen || phase === undefined || isTransactionOpen(phase),
  );
  if (fitting.length === 0) {
    throw new Error(
      vscode.l10n.t("No transaction of the active connection is open here. Use Open Transaction with the ID of one."),
    );
  }
  if (fitting.length === 1) {
    return fitting[0];
  }
  const items = fitting.map((watched) => ({
    label: transactionName(watched.stored),
    description: descriptionOf(watched, nowMs),
    detail: watched.stored.transactionId,
    watched,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Select Transaction"),
    matchOnDetail: true,
  });
  return picked?.watched;
}

interface OpenParts {
  readonly calls: TransactionCalls;
  readonly stored: StoredTransactions;
  readonly target: { readonly connectionId: string; readonly tenant?: string | undefined };
}

/**
 * Adds a transaction that was not started by this extension, after checking that the service knows it. Returns its key,
 * or undefined if the user cancels.
 */
export async function openTransaction({ calls, stored, target }: OpenParts): Promise<string | undefined> {
  const { connectionId, tenant } = target;
  const step = {
    prompt: vscode.l10n.t("ID of a transaction of the active connection and tenant"),
    problemOf: (text: string) =>
      text.trim() === "" || /\s/.test(text.trim()) ? vscode.l10n.t("Write the ID of one transaction.") : undefined,
  };
  const typed = await askLine(vscode.l10n.t("Open Transaction"), step, { ignoreFocusOut: true });
  if (typed === undefined) {
    return undefined;
  }
  const transactionId = typed.trim();
  const reference = { connectionId, transactionId, ...(tenant !== undefined && { tenant }) };
  const transaction = await withProgress(
    { viewId: "workforce.transactions" },
    vscode.l10n.t("Opening the transaction"),
    (signal) => calls.transaction(reference, false, signal),
  );
  return await stored.save({ connectionId, tenant, transactionId, tables: transaction.tablesToModify ?? [] });
}
