import * as vscode from "vscode";
import { isOutputItem, type OutputItem, resultMime } from "../../protocol/notebook-output.ts";

/** Returns the results that a notebook cell shows. */
export function outputItemsOf(cell: vscode.NotebookCell): OutputItem[] {
  return cell.outputs.flatMap(({ items }) =>
    items.filter(({ mime }) => mime === resultMime).flatMap(({ data }) => readItem(data)),
  );
}

export function cellWithResult(notebook: vscode.NotebookDocument, resultId: string): vscode.NotebookCell | undefined {
  return notebook.getCells().find((cell) => outputItemsOf(cell).some((item) => item.resultId === resultId));
}

/** Runs a notebook cell, like its run button does. */
export async function runCell(cell: vscode.NotebookCell): Promise<void> {
  const ranges = [{ start: cell.index, end: cell.index + 1 }];
  await vscode.commands.executeCommand("notebook.cell.execute", { ranges, document: cell.notebook.uri });
}

/** Parses a cell output. Returns an empty array for an output of another extension. */
function readItem(data: Uint8Array): OutputItem[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(data));
    return isOutputItem(value) ? [value] : [];
  } catch {
    return [];
  }
}
