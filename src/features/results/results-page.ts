import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { resultsHtml } from "../../protocol/results-html.ts";
import { englishResultsStrings, type ResultsStrings } from "../../protocol/results-strings.ts";

/** Fills a webview with the results page and limits its file access to the page's folders. */
export function showResultsPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const folder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
  const media = vscode.Uri.joinPath(extensionUri, "media");
  const uriOf = (base: vscode.Uri, name: string) => webview.asWebviewUri(vscode.Uri.joinPath(base, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [folder, media] };
  webview.html = resultsHtml({
    nonce: randomBytes(16).toString("base64"),
    cspSource: webview.cspSource,
    scriptUri: uriOf(folder, "results.js"),
    chartUri: uriOf(folder, "chart.js"),
    codiconUri: uriOf(folder, "codicon.css"),
    styleUri: uriOf(media, "results.css"),
    strings: translatedStrings(),
    language: vscode.env.language,
  });
}

/** Returns the texts of a results page in the editor's language. */
export function translatedStrings(): ResultsStrings {
  const entries = Object.entries(englishResultsStrings).map(([key, text]) => [key, vscode.l10n.t(text)]);
  return Object.fromEntries(entries) as ResultsStrings;
}
