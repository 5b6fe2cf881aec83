import type * as vscode from "vscode";

/** Code of the diagnostic by which VS Code's JSON features report a comment as an error. */
const commentNotPermitted = 521;

/**
 * Whether a JSON diagnostic only reports a comment. Such diagnostics are ignored, because the extension's JSON files
 * may contain comments.
 */
export function isJsonCommentDiagnostic({ code }: Pick<vscode.Diagnostic, "code">): boolean {
  return (typeof code === "object" ? code.value : code) === commentNotPermitted;
}
