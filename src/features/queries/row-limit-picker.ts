import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { askLine } from "../../host/step-input.ts";
import { describeRowLimit } from "./row-limit.ts";
import { parseRowLimit, rowLimitChoices } from "./row-limit-model.ts";

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
