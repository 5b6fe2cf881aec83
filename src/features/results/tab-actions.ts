import * as vscode from "vscode";
import type { RecordsQuery } from "../../base/cell-members.ts";
import * as commandIds from "../../host/command-ids.ts";
import { askText, backStep } from "../../host/step-input.ts";
import { ChannelError, isChannelError } from "../../protocol/channel.ts";
import { baseResultId } from "../../protocol/pivot.ts";
import type { RequestsFromResultsView, ShownResult } from "../../protocol/results-view.ts";
import { type ComparedRun, isEarlierRun } from "./compare-model.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
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

/**
 * Moves the cursor to a position of a query in its editor. Throws ChannelError if the query was never saved and its
 * editor was closed.
 */
export async function showQueryPosition(file: string | undefined, line: number, character: number): Promise<void> {
  const uri = file === undefined ? undefined : vscode.Uri.parse(file);
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri?.toString());
  if (!uri || (uri.scheme === "untitled" && !isOpen)) {
    throw new ChannelError({ code: "noFile", message: vscode.l10n.t("The editor of this query was closed.") });
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const position = document.validatePosition(new vscode.Position(Math.max(0, line), Math.max(0, character)));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

/** Returns the list query of the records behind a cell. What the data worker cannot tell about the cell is a refusal. */
export async function findRecordsQuery(
  results: ResultListModel,
  worker: DataWorkerProcess,
  params: RequestsFromResultsView["recordsQuery"]["params"],
  signal: AbortSignal,
): Promise<RecordsQuery> {
  const controls = results.controlsOf(baseResultId(params.resultId));
  if (!controls?.records) {
    const reason = controls
      ? vscode.l10n.t("This result is not that of an aggregate query.")
      : vscode.l10n.t("This result is from before the window was reloaded. Run the query again.");
    return { kind: "refused", reason };
  }
  try {
    return await controls.records.find(await worker.request("cellMembers", params, signal));
  } catch (error) {
    if (isChannelError(error) && error.code === "badRequest") {
      return { kind: "refused", reason: error.message };
    }
    throw error;
  }
}

/** Signs in to the connection of a result again, or opens the form of it at the field that makes it fail. */
export async function correctConnection(
  result: ShownResult | undefined,
  action: RequestsFromResultsView["correctConnection"]["params"]["action"],
): Promise<void> {
  const id = result?.origin.connectionId;
  await (action === "signIn"
    ? vscode.commands.executeCommand(commandIds.signIn, { id })
    : vscode.commands.executeCommand(commandIds.editConnection, { id, field: result?.remedy?.field }));
}
