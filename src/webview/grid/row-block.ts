import type { RowBlock, RowRange } from "../../protocol/data-worker.ts";
import { isRowBlock } from "../../protocol/results-view.ts";

/** Whether a response is the requested block: every row of the range that exists, with a cell for each column. */
export function isBlockOf(received: unknown, { first, count, columns }: RowRange): received is RowBlock {
  return (
    isRowBlock(received) &&
    received.first === first &&
    received.rows.length === Math.max(0, Math.min(count, received.rowCount - first)) &&
    received.rows.every((row: unknown) => Array.isArray(row) && row.length === columns.length && row.every(isCell))
  );
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === "string";
}
