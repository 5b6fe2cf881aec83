import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { commandIds } from "../../host/command-ids.ts";
import { onDidChangeSettings, readSettings } from "../../host/settings.ts";
import { askLine } from "../../host/step-input.ts";
import { languageId } from "./query-editor.ts";
import { parseRowLimit, rowLimitChoices } from "./row-limit-model.ts";
import { shellLanguageId } from "./shell-script-model.ts";

interface LimitItem extends vscode.QuickPickItem {
  readonly rowLimit: number | undefined;
}

/** Asks the user for a row limit; 0 means all rows. Throws CancelledError on Escape. */
export async function pickRowLimit(title: string, current: number): Promise<number> {
  const items: LimitItem[] = rowLimitChoices(current).map((rowLimit) => ({
    label: describeRowLimit(rowLimit),
    description: rowLimit === current ? vscode.l10n.t("now") : "",
    rowLimit,
  }));
  items.push({ label: vscode.l10n.t("Another Number..."), alwaysShow: true, rowLimit: undefined });
  const placeHolder = vscode.l10n.t("How many rows of an answer to show");
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  if (!picked) {
    throw new CancelledError();
  }
  return picked.rowLimit ?? (await askRowLimit(title, current));
}

async function askRowLimit(title: string, current: number): Promise<number> {
  const problem = vscode.l10n.t("Type a whole number of rows, 1 or more.");
  const typed = await askLine(title, {
    prompt: vscode.l10n.t("Largest number of rows"),
    value: current > 0 ? String(current) : "",
    problemOf: (text) => (parseRowLimit(text) === undefined ? problem : undefined),
  });
  const rowLimit = typed === undefined ? undefined : parseRowLimit(typed);
  if (rowLimit === undefined) {
    throw new CancelledError();
  }
  return rowLimit;
}

function describeRowLimit(rowLimit: number): string {
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
