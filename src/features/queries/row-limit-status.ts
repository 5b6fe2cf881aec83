import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { onDidChangeSettings, readSettings } from "../../host/settings.ts";
import { languageId } from "./query-editor.ts";
import { describeRowLimit } from "./row-limit-picker.ts";
import { shellLanguageId } from "./shell-script-model.ts";

/**
 * Creates the status bar item that shows the row limit while a query is edited, next to the target; a click changes the
 * limit.
 */
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
