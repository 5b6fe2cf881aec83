import * as vscode from "vscode";
import { boundDocumentUri } from "./bound-document-model.ts";
import { transactionName } from "./transaction-text.ts";
import { tablesOf } from "./transaction-tree-items.ts";
import type { WatchedTransaction } from "./transactions-model.ts";

/** Opens an editor whose statements run inside the transaction, or shows the existing one. */
export async function openInsideTransaction(watched: WatchedTransaction, connection: string): Promise<void> {
  const { stored } = watched;
  const uri = boundDocumentUri(stored.transactionId, transactionName(stored));
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from(uri));
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  if (document.getText() === "") {
    const target = [connection, stored.tenant].filter((part) => part !== undefined).join(" · ");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), textOf(watched, target)), {
      undoStopBefore: false,
      undoStopAfter: false,
    });
  }
}

function textOf(watched: WatchedTransaction, target: string): string {
  const [table] = tablesOf(watched);
  const lines = [
    `-- ${vscode.l10n.t("Statements here run inside {0} ({1}).", transactionName(watched.stored), target)}`,
    `-- ${vscode.l10n.t("They see what its jobs wrote; what they write is committed or rolled back with it.")}`,
    "",
    table === undefined ? "" : `SELECT * FROM ${/^\w+$/.test(table) ? table : `\`${table}\``} LIMIT 100;`,
    "",
  ];
  return lines.join("\n");
}
