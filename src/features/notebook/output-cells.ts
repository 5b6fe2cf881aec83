import * as vscode from "vscode";
import { isOutputItem, type OutputItem, resultMime } from "../../protocol/notebook-output.ts";

/** Results that a cell displays. */
export function outputItemsOf(cell: vscode.NotebookCell): OutputItem[] {
  return cell.outputs.flatMap(({ items }) =>
    items.filter(({ mime }) => mime === resultMime).flatMap(({ data }) => readItem(data)),
  );
}

export function cellWithResult(notebook: vscode.NotebookDocument, resultId: string): vscode.NotebookCell | undefined {
  return notebook.getCells().find((cell) => outputItemsOf(cell).some((item) => item.resultId === resultId));
}

/** Runs a cell, like its run button. */
export async function runCell(cell: vscode.NotebookCell): Promise<void> {
  const ranges = [{ start: cell.index, end: cell.index + 1 }];
  await vscode.commands.executeCommand("notebook.cell.execute", { ranges, document: cell.notebook.uri });
}

/** Parses an output; empty for one that another extension wrote. */
function readItem(data: Uint8Array): OutputItem[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(data));
    return isOutputItem(value) ? [value] : [];
  } catch {
    return [];
  }
}
