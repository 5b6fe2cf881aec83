import * as vscode from "vscode";
import { withProgress } from "../../host/progress.ts";
import { askLine } from "../../host/step-input.ts";
import type { TransactionCalls } from "./followed-transaction-model.ts";
import type { StoredTransactions } from "./stored-transactions-model.ts";

interface OpenParts {
  readonly calls: TransactionCalls;
  readonly stored: StoredTransactions;
  readonly target: { readonly connectionId: string; readonly tenant?: string | undefined };
}

/**
 * Stores a transaction that was started elsewhere, after checking that the service knows it. Returns its key, or
 * undefined if the user cancels.
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
