import type { Connection } from "../../duckdb/database.ts";
import type { ExportRequest } from "../../protocol/result-work.ts";
import type { OpenResult } from "../store/result-store.ts";
import { checkedInteger, type OrderedRows, orderedRows } from "../view/result-rows.ts";

/**
 * Cells written by one statement: for 50 columns, half of a DuckDB row group. Larger pieces have left the file cache by
 * the time they are read again to be joined. Progress is reported after each piece.
 */
const cellsPerPiece = 3_072_000;
/** Rows of one statement in a sorted view, which is joined and sorted in memory; each statement scans all rows. */
const sortedRowsPerPiece = 50_000;

/** The rows of a view that an export writes: from `first` up to, but not including, `end`. */
export interface ExportRows {
  readonly ordered: OrderedRows;
  readonly first: number;
  readonly end: number;
}

/** Arranges the rows of the view and limits them to the requested range. */
export async function exportRows(
  connection: Connection,
  result: OpenResult,
  { view, rows }: Pick<ExportRequest, "view" | "rows">,
  signal: AbortSignal,
): Promise<ExportRows> {
  const ordered = await orderedRows(connection, result, view, signal);
  const first = rows ? checkedInteger(rows.first) : 0;
  const end = rows ? Math.min(ordered.rowCount, first + checkedInteger(rows.count)) : ordered.rowCount;
  return { ordered, first, end: Math.max(first, end) };
}

/** A range of rows that one statement writes. */
export interface Piece {
  /** Position of the first row in the view. */
  readonly at: number;
  readonly count: number;
}

/** Splits the rows into consecutive pieces. */
export function splitIntoPieces({ ordered, first, end }: ExportRows, columnCount: number): Piece[] {
  const most = ordered.isInOrder ? Math.ceil(cellsPerPiece / columnCount) : sortedRowsPerPiece;
  const count = Math.ceil((end - first) / most);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * most;
    return { at, count: Math.min(most, end - at) };
  });
}

/** Returns the ORDER BY clause over the rows `t`, or an empty text if they are in order without one. */
export function orderSql({ ordered }: ExportRows): string {
  return ordered.isInOrder ? "" : "ORDER BY t.p";
}
