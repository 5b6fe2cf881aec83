import type * as vscode from "vscode";

/** What the editor's own JSON features say of a comment. */
const commentNotPermitted = 521;

/** Whether a problem is only that JSON has no comments: our files may have them. */
export function isCommentRefusal({ code }: Pick<vscode.Diagnostic, "code">): boolean {
  return (typeof code === "object" ? code.value : code) === commentNotPermitted;
}
