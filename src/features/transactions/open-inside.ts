import * as vscode from "vscode";
import { boundDocumentPath } from "./bound-document-model.ts";
import { tablesOf } from "./transaction-lines.ts";
import { transactionName } from "./transaction-words.ts";
import type { WatchedTransaction } from "./transactions-model.ts";

/** Opens an editor whose statements run inside the transaction, or shows the existing one. */
export async function openInsideTransaction(seen: WatchedTransaction, connection: string): Promise<void> {
  const { stored } = seen;
  const path = boundDocumentPath(stored.transactionId);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: "untitled", path }));
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  if (document.getText() === "") {
    const place = [connection, stored.tenant].filter((part) => part !== undefined).join(" · ");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), textOf(seen, place)), {
      undoStopBefore: false,
      undoStopAfter: false,
    });
  }
}

function textOf(seen: WatchedTransaction, place: string): string {
  const [table] = tablesOf(seen);
  const lines = [
    `-- ${vscode.l10n.t("Statements here run inside {0} ({1}).", transactionName(seen.stored), place)}`,
    `-- ${vscode.l10n.t("They see what its jobs wrote; what they write is committed or rolled back with it.")}`,
    "",
    table === undefined ? "" : `SELECT * FROM ${/^\w+$/.test(table) ? table : `\`${table}\``} LIMIT 100;`,
    "",
  ];
  return lines.join("\n");
}
