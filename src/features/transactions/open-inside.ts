import { homedir } from "node:os";
import * as vscode from "vscode";
import { boundDocumentUri, boundTransactionId } from "./bound-document-model.ts";
import { transactionName } from "./transaction-text.ts";
import { tablesOf } from "./transaction-tree-items.ts";
import type { WatchedTransaction } from "./transactions-model.ts";

/** Opens an editor whose statements run inside the transaction, or shows the existing one. */
export async function openInsideTransaction(watched: WatchedTransaction, connection: string): Promise<void> {
  const { stored } = watched;
  const document = findOpen(stored.transactionId) ?? (await vscode.workspace.openTextDocument(await newUri(watched)));
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  if (document.getText() === "") {
    const target = [connection, stored.tenant].filter((part) => part !== undefined).join(" · ");
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), textOf(watched, target)), {
      undoStopBefore: false,
      undoStopAfter: false,
    });
  }
}

function findOpen(transactionId: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri, isClosed }) => !isClosed && boundTransactionId(uri) === transactionId,
  );
}

/**
 * Returns the URI of a new unsaved document. VS Code saves it where its path says, without a question, and refuses a path
 * at which there is a file, so that the name is that of no file in the open folder or the home folder.
 */
async function newUri({ stored }: WatchedTransaction): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const { scheme, path, query } = boundDocumentUri(stored.transactionId, transactionName(stored));
  for (let count = 1; ; count++) {
    const saved = vscode.Uri.joinPath(folder, count > 1 ? path.replace(/(?=\.\w+$)/, ` (${count})`) : path);
    const isFree = await vscode.workspace.fs.stat(saved).then(
      () => false,
      () => true,
    );
    if (isFree) {
      return vscode.Uri.from({ scheme, path: saved.path, query });
    }
  }
}

function textOf(watched: WatchedTransaction, target: string): string {
  const [table] = tablesOf(watched);
  const lines = [
    `-- ${vscode.l10n.t("Statements here run inside {0} ({1}).", transactionName(watched.stored), target)}`,
    `-- ${vscode.l10n.t("They see what its jobs wrote; what they write is committed or rolled back with it.")}`,
    `-- ${vscode.l10n.t("Once this is saved as a file, they run on the active connection instead.")}`,
    "",
    table === undefined ? "" : `SELECT * FROM ${/^\w+$/.test(table) ? table : `\`${table}\``} LIMIT 100;`,
    "",
  ];
  return lines.join("\n");
}
