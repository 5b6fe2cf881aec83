import * as vscode from "vscode";

/** Returns the editor that shows a document: the active one if several do. Undefined if none is visible. */
export function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return activeTextEditor?.document === document
    ? activeTextEditor
    : visibleTextEditors.find((editor) => editor.document === document);
}
