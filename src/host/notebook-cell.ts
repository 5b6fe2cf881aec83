import type * as vscode from "vscode";

/** Whether a document is a cell of a notebook, which has a run button of its own. */
export function isNotebookCell({ uri }: Pick<vscode.TextDocument, "uri">): boolean {
  return uri.scheme === "vscode-notebook-cell";
}
