import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Cell } from "../../protocol/data-worker.ts";
import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import type { CellFormatter } from "./cell-display.ts";
import type { GridContent } from "./grid-content.ts";
import type { GridPosition } from "./grid-selection.ts";

/**
 * Describes the active cell for a screen reader: its position, and its label if it has one, otherwise its exact value.
 */
export function describeCell(
  { row, column }: GridPosition,
  { columns, rowCount }: Readonly<GridContent>,
  value: Cell | undefined,
  guard: SmallGroupGuard | undefined,
  formatter: CellFormatter,
  strings: ResultsStrings,
  formatNumber: (value: number) => string,
): string {
  const name = columns[column]?.name ?? "";
  if (row < 0) {
    return fillText(strings.headerPosition, String(column + 1), String(columns.length), name);
  }
  const text = formatter.format(value, columns[column], false, guard).label ?? value ?? "";
  return fillText(strings.position, formatNumber(row + 1), formatNumber(rowCount), name, text);
}
