import * as vscode from "vscode";
import type { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import { withProgress } from "../../host/progress.ts";
import type { SqlServices } from "./sql-services.ts";

interface OpenTransaction {
  readonly transaction: SqlTransaction;
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly tables: readonly string[];
}

/** Asks whether to commit, roll back or keep open a transaction, and does so. Returns its state afterwards. */
export async function endTransaction(
  { transaction, connectionId, tenant, tables }: OpenTransaction,
  written: string,
  { storeTransaction }: Pick<SqlServices, "storeTransaction">,
): Promise<"committed" | "rolledBack" | "open"> {
  const items = [
    {
      label: `$(check) ${vscode.l10n.t("Commit")}`,
      detail: vscode.l10n.t("Makes the changes permanent."),
      end: "commit",
    },
    {
      label: `$(discard) ${vscode.l10n.t("Roll Back")}`,
      detail: vscode.l10n.t("Undoes the changes."),
      end: "rollBack",
    },
    {
      label: `$(clock) ${vscode.l10n.t("Keep Open")}`,
      detail: vscode.l10n.t("Keeps the tables locked until you commit, roll back, or the transaction expires."),
      end: "keep",
    },
  ] as const;
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Commit the changes?"),
    placeHolder: written,
    ignoreFocusOut: true,
  });
  switch (picked?.end) {
    case "keep":
      await storeTransaction({ connectionId, tenant, transactionId: transaction.id, tables });
      return "open";
    case "commit":
      await withProgress("notification", vscode.l10n.t("Committing"), (signal) => transaction.commit(signal));
      vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t("Committed: {0}", written)}`, 10_000);
      return "committed";
    default:
      // Dismissing the prompt is no decision to keep the transaction open.
      await withProgress("notification", vscode.l10n.t("Rolling back"), () => transaction.rollBack());
      vscode.window.setStatusBarMessage(`$(discard) ${vscode.l10n.t("Rolled back: nothing has changed")}`, 10_000);
      return "rolledBack";
  }
}
