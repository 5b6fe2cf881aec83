import * as vscode from "vscode";
import { isTransactionOpen } from "./transaction-details-model.ts";
import { transactionName } from "./transaction-text.ts";
import { descriptionOf } from "./transaction-tree-items.ts";
import type { WatchedTransaction } from "./transactions-model.ts";

/**
 * Asks which transaction a command applies to, if the tree does not determine it. Does not ask if there is only one
 * candidate.
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
