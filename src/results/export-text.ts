import { writeFile } from "node:fs/promises";
import { type Connection, quoteText } from "../duckdb/database.ts";
import type { ExportRequest } from "../protocol/result-work.ts";
import { type ExportRows, exportRows } from "./export-rows.ts";
import { chosenColumns } from "./result-rows.ts";
import type { OpenResult, ResultStore } from "./result-store.ts";
import { csvForm, jsonForm, jsonLinesForm, type TextForm } from "./text-form.ts";
import { type WritePiece, writePieces } from "./text-pieces.ts";
import { readTextStatistics } from "./text-statistics.ts";

type TextRequest = Pick<ExportRequest, "columns" | "view" | "rows" | "hasHeaders" | "neutralisesFormulas"> & {
  readonly format: "csv" | "jsonLines" | "json";
};

interface Piece {
  readonly at: number;
  readonly count: number;
}

/**
 * Cells of a piece: for 50 columns half of DuckDB's row group. What larger ones leave on disk until they are joined is out of
 * the processor's reach by then, and what is done is told after each.
 */
const cellsOfPiece = 3_072_000;
/** Rows in an order of their own are joined and sorted, in memory, and each piece takes a look at all rows. */
const sortedRowsOfPiece = 50_000;

/** Writes rows as text to `path`; gives their number. DuckDB itself writes them, no row becomes a JavaScript value. */
export async function exportText(
  store: ResultStore,
  result: OpenResult,
  request: TextRequest,
  path: string,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const [rows, form] = await store.use("Exporting", async (connection) => [
    await exportRows(connection, result, request, signal),
    await formOf(connection, result, request, signal),
  ]);
  const { first, end } = rows;
  if (first === end) {
    await writeFile(path, form.empty);
    return 0;
  }
  let rowCount = 0;
  const write: WritePiece<Piece> = async (connection, piece, ownPath, stopped) => {
    await connection.run(copySql(rows, form, piece, ownPath), [], stopped);
    rowCount += piece.count;
    onProgress(rowCount);
  };
  await writePieces(store, piecesOf(rows, request.columns.length), write, path, signal);
  return end - first;
}

function piecesOf({ ordered, first, end }: ExportRows, columnCount: number): Piece[] {
  const most = ordered.isInOrder ? Math.ceil(cellsOfPiece / columnCount) : sortedRowsOfPiece;
  const count = Math.ceil((end - first) / most);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * most;
    return { at, count: Math.min(most, end - at) };
  });
}

function copySql({ ordered, first, end }: ExportRows, form: TextForm, { at, count }: Piece, ownPath: string): string {
  const order = ordered.isInOrder ? "" : "ORDER BY t.p";
  const rows = `SELECT ${form.values.join(", ")} FROM ${ordered.from(at, count)} ${order}`;
  const options = form.options(at === first, at + count === end);
  return `COPY (${rows}) TO ${quoteText(ownPath)} (${options})`;
}

async function formOf(
  connection: Connection,
  result: OpenResult,
  request: TextRequest,
  signal: AbortSignal,
): Promise<TextForm> {
  const columns = chosenColumns(result, request.columns);
  const texts = await readTextStatistics(connection, result, signal);
  switch (request.format) {
    case "csv":
      return csvForm(columns, texts, request);
    case "jsonLines":
      return jsonLinesForm(columns, texts);
    case "json":
      return jsonForm(columns, texts);
  }
}
