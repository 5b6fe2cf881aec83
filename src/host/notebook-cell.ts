import * as vscode from "vscode";

/** Whether a document is a notebook cell. Cells have their own run button and outputs. */
export function isNotebookCell({ uri }: Pick<vscode.TextDocument, "uri">): boolean {
  return uri.scheme === "vscode-notebook-cell";
}

/** Runs the active notebook cell, as its run button does. */
export async function runActiveCell(): Promise<void> {
  await vscode.commands.executeCommand("notebook.cell.execute");
}
