import * as vscode from "vscode";

/** Whether a document is a cell of a notebook, which has a run button and outputs of its own. */
export function isNotebookCell({ uri }: Pick<vscode.TextDocument, "uri">): boolean {
  return uri.scheme === "vscode-notebook-cell";
}

/** Runs the cell that is being edited, as its run button does. */
export async function runActiveCell(): Promise<void> {
  await vscode.commands.executeCommand("notebook.cell.execute");
}
