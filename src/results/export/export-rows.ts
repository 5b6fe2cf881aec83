import type { Connection } from "../../duckdb/database.ts";
import type { ExportRequest } from "../../protocol/stored-results.ts";
import type { OpenResult } from "../store/result-store.ts";
import { checkInteger, createOrderedRows, type OrderedRows } from "../view/result-rows.ts";

/**
 * Cells written by one statement: for 50 columns, half of a DuckDB row group. Larger pieces have left the file cache by
 * the time they are read again to be joined. Progress is reported after each piece.
 */
const cellsPerPiece = 3_072_000;
/** Rows of one statement in a sorted view, which is joined and sorted in memory; each statement scans all rows. */
const sortedRowsPerPiece = 50_000;

/** The rows of a view that an export writes. `first` is the position of the first row, `end` is exclusive. */
export interface ExportRows {
  readonly ordered: OrderedRows;
  readonly first: number;
  readonly end: number;
}

/** Arranges the rows of a view for an export and limits them to the requested range. */
export async function arrangeExportRows(
  connection: Connection,
  result: OpenResult,
  { view, rows }: Pick<ExportRequest, "view" | "rows">,
  signal: AbortSignal,
): Promise<ExportRows> {
  const ordered = await createOrderedRows(connection, result, view, signal);
  const first = rows ? checkInteger(rows.first) : 0;
  const end = rows ? Math.min(ordered.rowCount, first + checkInteger(rows.count)) : ordered.rowCount;
  return { ordered, first, end: Math.max(first, end) };
}

/** A range of rows that one SQL statement writes. */
export interface RowRange {
  /** Position of the range's first row in the view. */
  readonly at: number;
  readonly count: number;
}

/** Splits rows into consecutive ranges, each written by one SQL statement. */
export function splitIntoRowRanges({ ordered, first, end }: ExportRows, columnCount: number): RowRange[] {
  const most = ordered.isInOrder ? Math.ceil(cellsPerPiece / columnCount) : sortedRowsPerPiece;
  const count = Math.ceil((end - first) / most);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * most;
    return { at, count: Math.min(most, end - at) };
  });
}

/** Builds the ORDER BY clause over the rows `t`. Empty if the rows are in order without the clause. */
export function buildOrderBySql({ ordered }: ExportRows): string {
  return ordered.isInOrder ? "" : "ORDER BY t.p";
}
