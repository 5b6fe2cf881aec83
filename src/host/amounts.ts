import * as vscode from "vscode";
import * as amounts from "../base/amounts.ts";

/** Formats a number of bytes in the language of the editor, such as `4.2 MB`. */
export function formatBytes(bytes: number): string {
  return amounts.formatBytes(bytes, vscode.env.language);
}

/** Formats a count in the language of the editor, such as `12,000`. */
export function formatCount(count: number | string): string {
  return amounts.formatCount(count, vscode.env.language);
}

/** Formats a number of rows in the language of the editor, such as `12,000 rows`. */
export function formatRows(count: number): string {
  return count === 1 ? vscode.l10n.t("1 row") : vscode.l10n.t("{0} rows", formatCount(count));
}
