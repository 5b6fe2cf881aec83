import * as vscode from "vscode";
import type { ColumnDifference } from "../base/match-columns.ts";
import { formatPlural } from "./amounts.ts";

/** Returns a sentence about one mismatch between the columns of a file and of a table. */
export function describeColumnMismatch(finding: ColumnDifference): string {
  switch (finding.kind) {
    case "unknownColumn":
      return vscode.l10n.t("{0}: the table has no such column.", finding.column);
    case "missingColumn":
      return finding.isKey
        ? vscode.l10n.t("{0}: the file lacks this column, which is a key.", finding.column)
        : describeEmptyColumns([finding.column]);
    case "duplicateColumn":
      return vscode.l10n.t("{0}: the file has this column twice; letter case does not count.", finding.column);
  }
}

/** Returns a sentence about columns of a table, none of them a key, that a file lacks. */
export function describeEmptyColumns(columns: readonly string[]): string {
  return formatPlural(
    columns.length,
    [
      vscode.l10n.t("{1}: the file lacks this column, which would be empty in its rows."),
      vscode.l10n.t("{1}: the file lacks these {0} columns, which would be empty in its rows."),
    ],
    columns.join(", "),
  );
}
