import * as vscode from "vscode";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { ResultListModel } from "./result-list-model.ts";

/** Returns the active result. Throws if there is no result. */
export function requireActiveResult(results: ResultListModel): ShownResult {
  const active =
    results.activeId === undefined
      ? results.list().findLast((result) => results.isListed(result))
      : results.find(results.activeId);
  if (!active) {
    throw new Error(vscode.l10n.t("There is no result. Run a query first."));
  }
  return active;
}
