import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { transactionHtml } from "../../protocol/transaction-html.ts";
import { englishTransactionStrings, type TransactionStrings } from "../../protocol/transaction-strings.ts";

/** Fills a webview with the page of a transaction and limits its file access to the page's folders. */
export function showTransactionPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const folder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
  const media = vscode.Uri.joinPath(extensionUri, "media");
  const uriOf = (base: vscode.Uri, name: string) => webview.asWebviewUri(vscode.Uri.joinPath(base, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [folder, media] };
  webview.html = transactionHtml({
    nonce: randomBytes(16).toString("base64"),
    cspSource: webview.cspSource,
    scriptUri: uriOf(folder, "transaction.js"),
    codiconUri: uriOf(folder, "codicon.css"),
    styleUri: uriOf(media, "transaction.css"),
    strings: translatedStrings(),
    language: vscode.env.language,
  });
}

function translatedStrings(): TransactionStrings {
  const entries = Object.entries(englishTransactionStrings).map(([key, text]) => [key, vscode.l10n.t(text)]);
  return Object.fromEntries(entries) as TransactionStrings;
}
