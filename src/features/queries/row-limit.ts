import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { onDidChangeSettings, readSettings } from "../../host/settings.ts";
import { languageId } from "./query-editor.ts";
import { shellLanguageId } from "./shell-script-model.ts";

/** Returns a row limit in words; 0 means all rows. */
export function describeRowLimit(rowLimit: number): string {
  switch (rowLimit) {
    case 0:
      return vscode.l10n.t("All rows");
    case 1:
      return vscode.l10n.t("First row");
    default:
      return vscode.l10n.t("First {0} rows", formatCount(rowLimit));
  }
}

/** Returns the message above a result that was truncated at the row limit. */
export function describeRowCut(rowLimit: number): string {
  const advice = vscode.l10n.t("Run again for all of them, or for as many as you choose.");
  const what =
    rowLimit === 1
      ? vscode.l10n.t("This is the first row; more exist.")
      : vscode.l10n.t("These are the first {0} rows; more exist.", formatCount(rowLimit));
  return `${what} ${advice}`;
}

function formatCount(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** Creates the status bar item that shows the row limit while a query is edited. A click changes the limit. */
export function createRowLimitStatus(): vscode.Disposable {
  // Right of the connection, whose priority is 50.
  const item = vscode.window.createStatusBarItem("workforce.rowLimit", vscode.StatusBarAlignment.Left, 49);
  item.name = vscode.l10n.t("Workforce row limit");
  item.command = commandIds.selectRowLimit;
  const show = () => {
    const edited = vscode.window.activeTextEditor?.document.languageId;
    if (edited !== languageId && edited !== shellLanguageId) {
      item.hide();
      return;
    }
    const text = describeRowLimit(readSettings().rowLimit);
    item.text = `$(list-ordered) ${text}`;
    item.tooltip = vscode.l10n.t("Rows of an answer that a run shows. Select to change.");
    item.accessibilityInformation = { label: vscode.l10n.t("Row limit: {0}", text), role: "button" };
    item.show();
  };
  show();
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeActiveTextEditor(show),
    // A change of a document's language reopens the document.
    vscode.workspace.onDidOpenTextDocument(show),
    onDidChangeSettings(show),
  );
}
