import type { Connection } from "../../duckdb/database.ts";
import type { ExportRequest } from "../../protocol/result-work.ts";
import type { OpenResult } from "../store/result-store.ts";
import { type OrderedRows, orderedRows, wholeNumber } from "../view/result-rows.ts";

/**
 * Cells of a piece: for 50 columns half of DuckDB's row group. What larger ones leave on disk until it is read again is out of
 * the processor's reach by then, and what is done is told after each.
 */
const cellsOfPiece = 3_072_000;
/** Rows in an order of their own are joined and sorted, in memory, and each piece takes a look at all rows. */
const sortedRowsOfPiece = 50_000;

/** The rows that an export writes: those from `first` up to `end`, of a view. */
export interface ExportRows {
  readonly ordered: OrderedRows;
  readonly first: number;
  readonly end: number;
}

export async function exportRows(
  connection: Connection,
  result: OpenResult,
  { view, rows }: Pick<ExportRequest, "view" | "rows">,
  signal: AbortSignal,
): Promise<ExportRows> {
  const ordered = await orderedRows(connection, result, view, signal);
  const first = rows ? wholeNumber(rows.first) : 0;
  const end = rows ? Math.min(ordered.rowCount, first + wholeNumber(rows.count)) : ordered.rowCount;
  return { ordered, first, end: Math.max(first, end) };
}

/** Rows that one statement writes. */
export interface Piece {
  readonly at: number;
  readonly count: number;
}

/** The rows in pieces, in their order. */
export function piecesOf({ ordered, first, end }: ExportRows, columnCount: number): Piece[] {
  const most = ordered.isInOrder ? Math.ceil(cellsOfPiece / columnCount) : sortedRowsOfPiece;
  const count = Math.ceil((end - first) / most);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * most;
    return { at, count: Math.min(most, end - at) };
  });
}

/** What has SQL over the row `t` give the rows in their order. */
export function orderSql({ ordered }: ExportRows): string {
  return ordered.isInOrder ? "" : "ORDER BY t.p";
}
