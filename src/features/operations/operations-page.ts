import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { operationsHtml } from "../../protocol/operations-html.ts";
import { englishOperationsStrings, type OperationsStrings } from "../../protocol/operations-strings.ts";

/** Fills a webview with the page of an operation, which may read only the page's folders. */
export function showOperationsPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const folder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
  const media = vscode.Uri.joinPath(extensionUri, "media");
  const uriOf = (base: vscode.Uri, name: string) => webview.asWebviewUri(vscode.Uri.joinPath(base, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [folder, media] };
  webview.html = operationsHtml({
    nonce: randomBytes(16).toString("base64"),
    cspSource: webview.cspSource,
    scriptUri: uriOf(folder, "operations.js"),
    codiconUri: uriOf(folder, "codicon.css"),
    styleUri: uriOf(media, "operations.css"),
    strings: translatedStrings(),
    language: vscode.env.language,
  });
}

function translatedStrings(): OperationsStrings {
  const entries = Object.entries(englishOperationsStrings).map(([key, text]) => [key, vscode.l10n.t(text)]);
  return Object.fromEntries(entries) as OperationsStrings;
}
