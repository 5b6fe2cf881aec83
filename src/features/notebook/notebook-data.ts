import * as vscode from "vscode";
import { isRecord } from "../../base/guards.ts";
import { isSavedResult, type OutputItem, resultMime, type SavedResult } from "../../protocol/notebook-output.ts";
import type { CellKind, StoredCell, StoredNotebook } from "./notebook-format-model.ts";

export const notebookType = "workforce-notebook";

/** Metadata of a notebook in VS Code. Part of the undo history and of the notebook file. */
interface NotebookMetadata {
  readonly id?: string | undefined;
  readonly saveOutputs?: boolean | undefined;
  readonly unknown?: Readonly<Record<string, unknown>> | undefined;
}

interface CellMetadata {
  readonly saved?: readonly SavedResult[] | undefined;
  readonly unknown?: Readonly<Record<string, unknown>> | undefined;
}

/** VS Code language ids by kind of notebook cell. */
export const cellLanguages: Readonly<Record<CellKind, string>> = {
  text: "markdown",
  sqllike: "workforce-sqllike",
  tablesql: "workforce-tablesql",
};

/**
 * Converts a stored notebook to VS Code's notebook data. `outputsOf` returns the outputs of a cell that are still
 * available.
 */
export function toNotebookData(
  { id, saveOutputs, cells, unknown }: StoredNotebook,
  outputsOf: (cell: StoredCell, index: number) => readonly OutputItem[],
): vscode.NotebookData {
  const data = new vscode.NotebookData(
    cells.map((cell, index) => {
      const kind = cell.kind === "text" ? vscode.NotebookCellKind.Markup : vscode.NotebookCellKind.Code;
      const made = new vscode.NotebookCellData(kind, cell.text, cellLanguages[cell.kind]);
      const metadata: CellMetadata = { saved: cell.saved, unknown: cell.unknown };
      made.metadata = withoutUndefined(metadata);
      made.outputs = outputsOf(cell, index).map(outputOf);
      return made;
    }),
  );
  const metadata: NotebookMetadata = { id, saveOutputs, unknown };
  data.metadata = withoutUndefined(metadata);
  return data;
}

/**
 * Returns a copy of notebook metadata without undefined properties, because those do not survive the transfer to the
 * editor process.
 */
export function withoutUndefined(metadata: NotebookMetadata | CellMetadata): Record<string, unknown> {
  return JSON.parse(JSON.stringify(metadata));
}

export function toStoredNotebook(data: vscode.NotebookData, savesByDefault: boolean): StoredNotebook {
  const { id, saveOutputs, unknown } = readNotebookMetadata(data.metadata);
  const saves = saveOutputs ?? savesByDefault;
  return { id, saveOutputs, unknown, cells: data.cells.map((cell) => toStoredCell(cell, saves)) };
}

function toStoredCell(cell: vscode.NotebookCellData, saves: boolean): StoredCell {
  const { saved, unknown } = readCellMetadata(cell.metadata);
  const isText = cell.kind === vscode.NotebookCellKind.Markup;
  const kind = isText ? "text" : cell.languageId === cellLanguages.tablesql ? "tablesql" : "sqllike";
  return { kind, text: cell.value.replaceAll("\r\n", "\n"), saved: saves ? saved : undefined, unknown };
}

export function outputOf(item: OutputItem): vscode.NotebookCellOutput {
  return new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.json(item, resultMime)]);
}

export function readNotebookMetadata(metadata: Readonly<Record<string, unknown>> | undefined): NotebookMetadata {
  const { id, saveOutputs, unknown } = metadata ?? {};
  return {
    id: typeof id === "string" ? id : undefined,
    saveOutputs: typeof saveOutputs === "boolean" ? saveOutputs : undefined,
    unknown: isRecord(unknown) ? unknown : undefined,
  };
}

export function readCellMetadata(metadata: Readonly<Record<string, unknown>> | undefined): CellMetadata {
  const { saved, unknown } = metadata ?? {};
  return {
    saved: Array.isArray(saved) && saved.every(isSavedResult) ? saved : undefined,
    unknown: isRecord(unknown) ? unknown : undefined,
  };
}
