import type { Connection } from "../duckdb/database.ts";
import type { ExportRequest } from "../protocol/result-work.ts";
import { type OrderedRows, orderedRows, wholeNumber } from "./result-rows.ts";
import type { OpenResult } from "./result-store.ts";

const rowsFirst = 1000;
const rowsAtMost = 50_000;
const bytesWanted = 4 * 1024 * 1024;

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

/** Texts of a few megabytes, of one line a row: `row` is SQL over a row `t` of `values`, which are SQL over one of the result. */
export async function* exportTexts(
  connection: Connection,
  { ordered, first, end }: ExportRows,
  { values, row: line }: { readonly values: string; readonly row: string },
  onRows: (count: number) => void,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let count = rowsFirst;
  for (let at = first; at < end; ) {
    const length = Math.min(count, end - at);
    const [row] = await connection.rows(
      `SELECT string_agg(${line}, '' ORDER BY t.p) AS text FROM (SELECT t.p, ${values} FROM ${ordered.from(at, length)}) AS t`,
      [],
      signal,
    );
    signal.throwIfAborted();
    const text = typeof row?.["text"] === "string" ? row["text"] : "";
    yield text;
    at += length;
    onRows(length);
    count = Math.min(rowsAtMost, Math.max(1, Math.floor((length * bytesWanted) / Math.max(text.length, 1))));
  }
}
