import * as vscode from "vscode";
import { askText, backStep } from "../../host/step-input.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { type ComparedRun, isEarlierRun } from "./compare-model.ts";
import type { HistoryEntry } from "./history-model.ts";
import type { ResultListModel } from "./result-list-model.ts";

/** Asks the user for a new title of a result and applies it. */
export async function renameResult(results: ResultListModel, resultId: string): Promise<void> {
  const title = await askText(
    { title: vscode.l10n.t("Rename Result"), step: 1, totalSteps: 1 },
    {
      prompt: vscode.l10n.t("Title of the result"),
      value: results.find(resultId)?.origin.title ?? "",
      problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("Write a title.") : undefined),
    },
  );
  if (title !== backStep) {
    results.rename(resultId, title.trim());
  }
}

/** Returns the previous run of the statement that produced a result, if the rows of that run are still stored. */
export function findPreviousRun(
  result: ShownResult,
  entries: readonly HistoryEntry[],
  storedIds: ReadonlySet<string>,
  results: ResultListModel,
): ComparedRun | undefined {
  const runs = entries
    .filter(({ id, rowCount }) => storedIds.has(id) && rowCount > 0)
    .map((entry) => results.find(entry.id) ?? runOf(entry));
  return runs.find((run) => isEarlierRun(run, result));
}

function runOf({ id, rowCount, startedAtMs, ...origin }: HistoryEntry): ComparedRun {
  const { title, query, connectionId, connection, tenant, project } = origin;
  return {
    summary: { resultId: id, rowCount },
    origin: { title, query, connectionId, connection, tenant, project },
    startedAtMs,
  };
}

/** Moves the focus to a visible text editor, if there is one. */
export async function focusTextEditor(): Promise<void> {
  const [editor] = vscode.window.visibleTextEditors;
  if (editor) {
    const { document, viewColumn } = editor;
    await vscode.window.showTextDocument(document, { ...(viewColumn !== undefined && { viewColumn }) });
  }
}
