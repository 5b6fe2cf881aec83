import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Connection } from "../../duckdb/database.ts";
import type { ExportRequest } from "../../protocol/stored-results.ts";
import { ResultError } from "../model/result-error.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt } from "../view/result-rows.ts";
import { readTextStatistics } from "../view/text-statistics.ts";
import { arrangeExportRows, buildOrderBySql, type ExportRows, splitIntoRowRanges } from "./export-rows.ts";
import {
  buildAboutWorksheet,
  buildHeaderRow,
  buildWorksheetSql,
  createWorkbookFiles,
  type WorksheetSql,
  worksheetXmlEnd,
  worksheetXmlStart,
  xlsxMacros,
} from "./export-xlsx-parts.ts";

/** Excel's limits for a sheet; the header takes one of its 1,048,576 rows. */
const maxRowsPerSheet = 1_048_575;
const maxColumns = 16_384;

/**
 * Writes rows as an Excel workbook while they are read. Rows are split over several worksheets, and a last worksheet
 * describes the query. Numbers with more than 15 digits become text, and texts that look like formulas stay text.
 * Throws `tooLarge` when the columns exceed Excel's limit.
 */
export async function exportXlsx(
  connection: Connection,
  result: OpenResult,
  request: Pick<ExportRequest, "columns" | "view" | "rows" | "neutralisesFormulas" | "about">,
  path: string,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
  rowsPerSheet = maxRowsPerSheet,
): Promise<{ rowCount: number; cutCells: number }> {
  const columns = columnsAt(result, request.columns);
  if (columns.length > maxColumns) {
    throw new ResultError(
      `Exporting: a sheet of Excel has at most ${maxColumns} columns. Hide some, or choose another format.`,
      { code: "tooLarge" },
    );
  }
  for (const macro of xlsxMacros) {
    await connection.run(macro);
  }
  const rows =
    result.metadata.rowCount === 0 ? undefined : await arrangeExportRows(connection, result, request, signal);
  const rowCount = rows ? rows.end - rows.first : 0;
  const sheetCount = Math.max(1, Math.ceil(rowCount / rowsPerSheet));
  const texts = await readTextStatistics(connection, result, signal);
  const sql = buildWorksheetSql(columns, texts, request.neutralisesFormulas);
  let written = 0;
  async function* sheetLines(sheetRows: ExportRows): AsyncGenerator<Uint8Array> {
    for (const { at, count } of splitIntoRowRanges(sheetRows, columns.length)) {
      const values = `SELECT t.p, ${sql.values} FROM ${sheetRows.ordered.from(at, count)}`;
      yield* connection.lines(`SELECT ${sql.row} FROM (${values}) AS t ${buildOrderBySql(sheetRows)}`, [], signal);
      written += count;
      onProgress(written);
    }
  }
  async function* sheet(index: number): AsyncGenerator<Uint8Array> {
    yield Buffer.from(worksheetXmlStart + buildHeaderRow(columns.map(({ column }) => column.name)));
    yield* rows ? sheetLines(part(rows, index, rowsPerSheet)) : [];
    yield Buffer.from(worksheetXmlEnd);
  }
  const zip = new ZipFile();
  let current: Readable | undefined;
  const options = { compressionLevel: 1 };
  for (const { name, text } of createWorkbookFiles(sheetCount)) {
    zip.addBuffer(Buffer.from(text), name, options);
  }
  for (let index = 0; index < sheetCount; index++) {
    // Opened lazily, one after another, because all sheets are read over one connection.
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, options, (take) => {
      current = Readable.from(sheet(index));
      current.on("error", (error) => zip.emit("error", error));
      take(null, current);
    });
  }
  zip.addBuffer(Buffer.from(buildAboutWorksheet(request.about)), `xl/worksheets/sheet${sheetCount + 1}.xml`, options);
  zip.end();
  const failed = new Promise<never>((_, reject) => zip.on("error", reject));
  // Makes the pipeline below fail, too.
  failed.catch((error: unknown) => (zip.outputStream as Readable).destroy(error instanceof Error ? error : undefined));
  try {
    await Promise.race([pipeline(zip.outputStream, createWriteStream(path), { signal }), failed]);
  } finally {
    if (current && !current.closed) {
      // The sheet's query must end before the connection is returned.
      const closed = once(current, "close");
      current.destroy();
      await closed;
    }
  }
  const cutCells = rows ? await countCut(connection, rows, sql, signal) : 0;
  return { rowCount, cutCells };
}

function part({ ordered, first, end }: ExportRows, sheet: number, rowsPerSheet: number): ExportRows {
  const begin = first + sheet * rowsPerSheet;
  return { ordered, first: begin, end: Math.min(end, begin + rowsPerSheet) };
}

async function countCut(
  connection: Connection,
  { ordered, first, end }: ExportRows,
  { values, cut }: WorksheetSql,
  signal: AbortSignal,
): Promise<number> {
  if (cut === undefined) {
    return 0;
  }
  const rows = `SELECT ${values} FROM ${ordered.from(first, end - first)}`;
  const [row] = await connection.rows(`SELECT sum(${cut})::BIGINT AS n FROM (${rows}) AS t`, [], signal);
  return Number(row?.["n"] ?? 0);
}
