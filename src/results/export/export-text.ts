import { writeFile } from "node:fs/promises";
import { type Connection, quoteText } from "../../duckdb/database.ts";
import type { ExportRequest } from "../../protocol/result-work.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import { chosenColumns } from "../view/result-rows.ts";
import { readTextStatistics } from "../view/text-statistics.ts";
import { type ExportRows, exportRows, orderSql, type Piece, piecesOf } from "./export-rows.ts";
import { csvForm, jsonForm, jsonLinesForm, type TextForm } from "./text-form.ts";
import { type WritePiece, writePieces } from "./text-pieces.ts";

type TextRequest = Pick<ExportRequest, "columns" | "view" | "rows" | "hasHeaders" | "neutralisesFormulas"> & {
  readonly format: "csv" | "jsonLines" | "json";
};

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

function copySql(rows: ExportRows, form: TextForm, { at, count }: Piece, ownPath: string): string {
  const selected = `SELECT ${form.values.join(", ")} FROM ${rows.ordered.from(at, count)} ${orderSql(rows)}`;
  const options = form.options(at === rows.first, at + count === rows.end);
  return `COPY (${selected}) TO ${quoteText(ownPath)} (${options})`;
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
