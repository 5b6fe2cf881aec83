import type { Cell } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import type { GridContent } from "./grid-content.ts";
import type { GridPlace } from "./grid-selection.ts";

/** What a screen reader is told when a place becomes active; `value` is undefined while its row is not here. */
export function describePlace(
  { row, column }: GridPlace,
  { columns, rowCount }: Readonly<GridContent>,
  value: Cell | undefined,
  strings: ResultsStrings,
  formatNumber: (value: number) => string,
): string {
  const name = columns[column]?.name ?? "";
  if (row < 0) {
    return fillText(strings.headerPosition, String(column + 1), String(columns.length), name);
  }
  const text = value === null ? strings.missing : (value ?? "");
  return fillText(strings.position, formatNumber(row + 1), formatNumber(rowCount), name, text);
}
