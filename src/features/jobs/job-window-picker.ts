import * as vscode from "vscode";
import { type JobWindowDays, jobWindows } from "./job-window-model.ts";

/** Asks how far back jobs are shown; `undefined` when nothing was chosen. */
export async function pickJobWindow(current: JobWindowDays): Promise<JobWindowDays | undefined> {
  const items = jobWindows.map((days) => ({
    label: windowText(days),
    description: days === current ? vscode.l10n.t("now") : "",
    days,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Jobs to Show"),
    placeHolder: vscode.l10n.t("How far back"),
  });
  return picked?.days;
}

function windowText(days: JobWindowDays): string {
  switch (days) {
    case 0:
      return vscode.l10n.t("All jobs");
    case 1:
      return vscode.l10n.t("Last 24 hours");
    case 365:
      return vscode.l10n.t("Last year");
    default:
      return vscode.l10n.t("Last {0} days", days);
  }
}
