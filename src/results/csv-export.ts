import { open, rename, rm } from "node:fs/promises";
import type { Connection } from "../duckdb/database.ts";
import type { ExportRequest } from "../protocol/data-worker.ts";
import { csvField, csvFieldSql, neutralSql } from "./cell-text.ts";
import { shownSql } from "./column-storage.ts";
import { describeStorageFailure, ResultError } from "./result-error.ts";
import { chosenColumns, orderedRows } from "./result-rows.ts";
import type { OpenResult } from "./result-store.ts";

const rowsFirst = 1000;
const rowsAtMost = 50_000;
const bytesWanted = 4 * 1024 * 1024;

/** What an export writes to; a test puts a full disk in its place. */
export interface ExportFile {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenExportFile = (path: string) => Promise<ExportFile>;

const openFile: OpenExportFile = async (path) => {
  const file = await open(path, "w");
  return { write: (text) => file.writeFile(text), close: () => file.close() };
};

/** Writes the rows as CSV, a few megabytes at a time. The file appears under its name only when it is whole. */
export async function exportCsv(
  connection: Connection,
  result: OpenResult,
  request: ExportRequest,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
  openExport: OpenExportFile = openFile,
): Promise<{ rowCount: number; byteCount: number }> {
  const partialPath = `${request.path}.${process.pid}.part`;
  let isWhole = false;
  try {
    const file = await openExport(partialPath);
    let written: { rowCount: number; byteCount: number };
    try {
      written = await writeRows(connection, result, request, file, onProgress, signal);
    } finally {
      await file.close();
    }
    signal.throwIfAborted();
    await rename(partialPath, request.path);
    isWhole = true;
    return written;
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EACCES" || code === "ENOENT" || code === "EROFS" || code === "EISDIR" || code === "EPERM") {
      throw new ResultError(`Exporting: the file cannot be written (${code}). Choose another folder.`, {
        code: "storage",
        cause: error,
      });
    }
    throw describeStorageFailure("Exporting", error);
  } finally {
    if (!isWhole) {
      await rm(partialPath, { force: true });
    }
  }
}

async function writeRows(
  connection: Connection,
  result: OpenResult,
  request: ExportRequest,
  file: ExportFile,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<{ rowCount: number; byteCount: number }> {
  const columns = chosenColumns(result, request.columns);
  let byteCount = 0;
  const write = async (text: string) => {
    byteCount += Buffer.byteLength(text);
    await file.write(text);
  };
  if (request.hasHeaders) {
    const names = columns.map(({ column }) => (request.neutralisesFormulas ? neutralName(column.name) : column.name));
    await write(`${names.map(csvField).join(",")}\r\n`);
  }
  if (result.facts.rowCount === 0) {
    return { rowCount: 0, byteCount };
  }
  const ordered = await orderedRows(connection, result, request.sort, signal);
  const fields = columns.map(({ column, position }) => {
    const shown = shownSql(column, position, "t");
    // Typed columns too: what does not fit their type is kept and shown as the text it was.
    return csvFieldSql(request.neutralisesFormulas ? `(${neutralSql(shown)})` : shown);
  });
  const line = `concat(${fields.join(", ',', ")}, chr(13), chr(10))`;
  let count = rowsFirst;
  for (let first = 0; first < ordered.rowCount; ) {
    const [row] = await connection.rows(
      `SELECT string_agg(${line}, '' ORDER BY t.p) AS text FROM ${ordered.from(first, count)}`,
      [],
      signal,
    );
    const text = typeof row?.["text"] === "string" ? row["text"] : "";
    await write(text);
    signal.throwIfAborted();
    first = Math.min(first + count, ordered.rowCount);
    onProgress(first);
    count = Math.min(rowsAtMost, Math.max(1, Math.floor((count * bytesWanted) / Math.max(text.length, 1))));
  }
  return { rowCount: ordered.rowCount, byteCount };
}

function neutralName(name: string): string {
  return /^[=+@\t\r-]/.test(name) ? `'${name}` : name;
}
