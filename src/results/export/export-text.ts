import { rm, writeFile } from "node:fs/promises";
import { type Connection, quoteText } from "../../duckdb/database.ts";
import type { ExportRequest } from "../../protocol/stored-results.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import { columnsAt } from "../view/result-rows.ts";
import { readTextStatistics } from "../view/text-statistics.ts";
import { appendFile, moveFile } from "./export-file.ts";
import {
  arrangeExportRows,
  buildOrderBySql,
  type ExportRows,
  type RowRange,
  splitIntoRowRanges,
} from "./export-rows.ts";
import {
  createCsvCopyFormat,
  createJsonCopyFormat,
  createJsonLinesCopyFormat,
  type TextCopyFormat,
} from "./text-copy-format.ts";

/** Function that writes a range of rows as text to a path, using DuckDB. */
export type RowRangeWriter<Piece> = (
  connection: Connection,
  piece: Piece,
  temporaryPath: string,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Maximum number of concurrent writers. With more, exports would occupy all threads that wait for DuckDB, and the grid
 * could not read rows.
 */
const writerCount = 2;

/** Writes ranges of rows to temporary files, two at a time, and concatenates the files in order at `path`. */
export async function writeTextFileRanges<Piece>(
  store: ResultStore,
  pieces: readonly Piece[],
  write: RowRangeWriter<Piece>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const failure = new AbortController();
  const stopped = AbortSignal.any([signal, failure.signal]);
  const left = pieces.entries();
  const temporaryPaths: string[] = [];
  let joined = Promise.resolve();
  const join = async (before: Promise<void>, written: Promise<void>, temporaryPath: string, index: number) => {
    await Promise.all([before, written]);
    await (index === 0 ? moveFile(temporaryPath, path) : appendFile(temporaryPath, path, stopped));
    await rm(temporaryPath, { force: true });
  };
  const work = async (connection: Connection) => {
    for (const [index, piece] of left) {
      stopped.throwIfAborted();
      const temporaryPath = store.temporaryPath();
      temporaryPaths.push(temporaryPath);
      const before = joined;
      const written = write(connection, piece, temporaryPath, stopped);
      joined = join(before, written, temporaryPath, index);
      joined.catch((error: unknown) => failure.abort(error));
      await written;
      // So that never more files wait to be joined than there are writers.
      await before;
    }
  };
  const writers = Array.from({ length: writerCount }, () => store.use("Exporting", work));
  try {
    await Promise.all(writers);
    await joined;
  } finally {
    await Promise.allSettled([...writers, joined]);
    await Promise.all(temporaryPaths.map((temporaryPath) => rm(temporaryPath, { force: true })));
  }
}

type TextRequest = Pick<ExportRequest, "columns" | "view" | "rows" | "hasHeaders" | "neutralisesFormulas"> & {
  readonly format: "csv" | "jsonLines" | "json";
};

/**
 * Writes rows as text to `path` and returns their number. DuckDB formats the rows; none of them becomes a JavaScript
 * value.
 */
export async function exportText(
  store: ResultStore,
  result: OpenResult,
  request: TextRequest,
  path: string,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const [rows, form] = await store.use("Exporting", async (connection) => [
    await arrangeExportRows(connection, result, request, signal),
    await createTextForm(connection, result, request, signal),
  ]);
  const { first, end } = rows;
  if (first === end) {
    await writeFile(path, form.empty);
    return 0;
  }
  let rowCount = 0;
  const write: RowRangeWriter<RowRange> = async (connection, piece, temporaryPath, stopped) => {
    await connection.run(copySql(rows, form, piece, temporaryPath), [], stopped);
    rowCount += piece.count;
    onProgress(rowCount);
  };
  await writeTextFileRanges(store, splitIntoRowRanges(rows, request.columns.length), write, path, signal);
  return end - first;
}

function copySql(rows: ExportRows, form: TextCopyFormat, { at, count }: RowRange, temporaryPath: string): string {
  const selected = `SELECT ${form.values.join(", ")} FROM ${rows.ordered.from(at, count)} ${buildOrderBySql(rows)}`;
  const options = form.options(at === rows.first, at + count === rows.end);
  return `COPY (${selected}) TO ${quoteText(temporaryPath)} (${options})`;
}

async function createTextForm(
  connection: Connection,
  result: OpenResult,
  request: TextRequest,
  signal: AbortSignal,
): Promise<TextCopyFormat> {
  const columns = columnsAt(result, request.columns);
  const texts = await readTextStatistics(connection, result, signal);
  switch (request.format) {
    case "csv":
      return createCsvCopyFormat(columns, texts, request);
    case "jsonLines":
      return createJsonLinesCopyFormat(columns, texts);
    case "json":
      return createJsonCopyFormat(columns, texts);
  }
}
