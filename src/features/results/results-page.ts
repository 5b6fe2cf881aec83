import type * as vscode from "vscode";
import { showWebviewPage, translated } from "../../host/webview-page.ts";
import { resultsHtml } from "../../protocol/page-html.ts";
import { englishResultsStrings, type ResultsStrings } from "../../protocol/results-strings.ts";

/** Fills a webview with the results page. */
export function showResultsPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  showWebviewPage(webview, extensionUri, {
    name: "results",
    english: englishResultsStrings,
    html: (page, builtUri) => resultsHtml({ ...page, chartUri: builtUri("chart.js") }),
  });
}

/** Returns the texts of a results page in the editor's language. */
export function translatedStrings(): ResultsStrings {
  return translated(englishResultsStrings);
}
