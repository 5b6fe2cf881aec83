import type * as vscode from "vscode";
import { showWebviewPage, translatePage } from "../../host/webview-page.ts";
import { resultsHtml } from "../../protocol/page-html.ts";
import { englishResultsStrings, type ResultsStrings } from "../../protocol/results-strings.ts";

/** Sets the HTML of a webview to the results page. */
export function setResultsPageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  showWebviewPage(webview, extensionUri, {
    name: "results",
    english: englishResultsStrings,
    html: (page, builtUri) =>
      resultsHtml({ ...page, scriptUris: { chart: builtUri("chart.js"), dialogs: builtUri("dialogs.js") } }),
  });
}

/** Returns the texts of the results page in the display language of VS Code. */
export function translatedStrings(): ResultsStrings {
  return translatePage(englishResultsStrings);
}
