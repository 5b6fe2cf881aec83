import { rm, writeFile } from "node:fs/promises";
import { type Connection, quoteText } from "../duckdb/database.ts";
import type { ExportRequest } from "../protocol/result-work.ts";
import { appendFileTo, moveFile } from "./export-file.ts";
import { exportRows } from "./export-rows.ts";
import { chosenColumns } from "./result-rows.ts";
import type { OpenResult } from "./result-store.ts";
import { csvForm, jsonForm, jsonLinesForm, type TextForm } from "./text-form.ts";
import { readTextStatistics } from "./text-statistics.ts";

type TextRequest = Pick<ExportRequest, "columns" | "view" | "rows" | "hasHeaders" | "neutralisesFormulas"> & {
  readonly format: "csv" | "jsonLines" | "json";
};

/** Most rows of a piece, where rows are written in pieces so that memory stays that of a piece. */
const rowsOfPiece = 50_000;
/** Most cells of a piece of objects. */
const cellsOfPiece = 1_000_000;

/**
 * Writes rows as text; gives their number. DuckDB itself writes them, no row becomes a JavaScript value; it may write only to
 * `ownPath`, from where they come to `path`.
 */
export async function exportText(
  connection: Connection,
  result: OpenResult,
  request: TextRequest,
  path: string,
  ownPath: string,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const { ordered, first, end } = await exportRows(connection, result, request, signal);
  const form = await formOf(connection, result, request, signal);
  if (first === end) {
    await writeFile(path, form.empty);
    return 0;
  }
  const length = pieceLength(request, ordered.isInOrder, end - first);
  const order = ordered.isInOrder ? "" : "ORDER BY t.p";
  try {
    for (let at = first; at < end; at += length) {
      const count = Math.min(length, end - at);
      const isLast = at + count === end;
      const rows = `SELECT ${form.values.join(", ")} FROM ${ordered.from(at, count)} ${order}`;
      await connection.runWatched(
        `COPY (${rows}) TO ${quoteText(ownPath)} (${form.options(at === first, isLast)})`,
        (share) => onProgress(at - first + Math.floor(share * count)),
        signal,
      );
      await (length === end - first ? moveFile(ownPath, path) : appendFileTo(ownPath, path, signal));
    }
  } finally {
    await rm(ownPath, { force: true });
  }
  onProgress(end - first);
  return end - first;
}

/**
 * Rows in an order of their own are joined and sorted a piece at a time; objects are written so, since DuckDB holds the texts of up to
 * 122,880 rows for each of its threads, and an object repeats the name of every column.
 */
function pieceLength({ format, columns }: TextRequest, isInOrder: boolean, rowCount: number): number {
  if (!isInOrder) {
    return rowsOfPiece;
  }
  return format === "csv" ? rowCount : Math.min(rowsOfPiece, Math.ceil(cellsOfPiece / columns.length));
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
