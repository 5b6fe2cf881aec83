import type * as vscode from "vscode";

/** Code of the diagnostic with which VS Code's JSON features reject a comment. */
const commentNotPermitted = 521;

/** Whether a diagnostic only rejects a comment; our JSON files may contain comments. */
export function isCommentRefusal({ code }: Pick<vscode.Diagnostic, "code">): boolean {
  return (typeof code === "object" ? code.value : code) === commentNotPermitted;
}
