import * as vscode from "vscode";
import * as amounts from "../base/amounts.ts";
import { fillCount } from "../protocol/fill-text.ts";

/** Formats a number of bytes in the language of the editor, such as `4.2 MB`. */
export function formatBytes(bytes: number): string {
  return amounts.formatBytes(bytes, vscode.env.language);
}

/** Formats a count in the language of the editor, such as `12,000`. */
export function formatCount(count: number | string): string {
  return amounts.formatCount(count, vscode.env.language);
}

/**
 * Formats a text about a count: the first text for a count of 1, the second for any other. `{0}` stands for the count,
 * `{1}` and so on for the other values.
 */
export function formatPlural(
  count: number | string,
  texts: readonly [one: string, many: string],
  ...others: readonly string[]
): string {
  return fillCount(count, texts, formatCount, ...others);
}

/** Formats a number of rows in the language of the editor, such as `12,000 rows`. */
export function formatRows(count: number | string): string {
  return formatPlural(count, [vscode.l10n.t("1 row"), vscode.l10n.t("{0} rows")]);
}

/** Formats a number of columns in the language of the editor, such as `12 columns`. */
export function formatColumns(count: number): string {
  return formatPlural(count, [vscode.l10n.t("1 column"), vscode.l10n.t("{0} columns")]);
}
