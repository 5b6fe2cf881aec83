import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { quoteText } from "../../src/duckdb/database.ts";
import type { BenchOptions } from "./bench-options.ts";
import { DataWorker } from "./data-worker-host.ts";
import { type Reference, withReference } from "./programs.ts";
import { linesSql, type WideColumn, wideColumns, wideTableSql } from "./wide-rows.ts";

/** A wide result in the data worker, and the same rows in a table that was made by hand. */
export interface WideResult {
  readonly worker: DataWorker;
  readonly reference: Reference;
  readonly columns: readonly WideColumn[];
  readonly rowCount: number;
}

export const wideResultId = "wide";
/** The reference's table: `c<n>` is a column. */
export const wideTable = "wide";

const readSize = 1024 * 1024;

/** Runs `work` with a result of a million rows and 50 columns unless told otherwise, of 2,000 rows when the run is small. */
export async function withWideResult<Value>(
  options: BenchOptions,
  work: (result: WideResult) => Promise<Value>,
  { rows = 1_000_000, columnCount = 50 }: { readonly rows?: number; readonly columnCount?: number } = {},
): Promise<Value> {
  const { programFolder, scratchFolder, isSmall } = options;
  const rowCount = isSmall ? 2000 : rows;
  const columns = wideColumns(columnCount);
  // In memory, as the worker's tables are.
  return await withReference(programFolder, ":memory:", join(scratchFolder, "wide-spill"), async (reference) => {
    const file = await prepareLines(options, reference, columns, rowCount);
    await reference.request("run", { statements: [wideTableSql(wideTable, columns, file)] });
    const spoolFolder = join(scratchFolder, "wide-spool");
    const worker = await DataWorker.start(options.extensionFolder, spoolFolder);
    try {
      await load(worker, columns, file, rowCount);
      return await work({ worker, reference, columns, rowCount });
    } finally {
      await worker.stop();
      await rm(spoolFolder, { recursive: true, force: true });
    }
  });
}

/** The answer's lines in a file, generated unless an earlier run left it. */
async function prepareLines(
  { cacheFolder }: BenchOptions,
  reference: Reference,
  columns: readonly WideColumn[],
  rowCount: number,
): Promise<string> {
  const sql = linesSql(columns, rowCount);
  const prefix = `wide-${rowCount}-${columns.length}-`;
  const file = join(cacheFolder, `${prefix}${createHash("sha256").update(sql).digest("hex").slice(0, 12)}.jsonl`);
  if (!existsSync(file)) {
    // What earlier code generated is of no use any more, and large.
    for (const name of (await readdir(cacheFolder)).filter((outdated) => outdated.startsWith(prefix))) {
      await rm(join(cacheFolder, name));
    }
    const format = "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER ''";
    await reference.request("run", { statements: [`COPY (${sql}) TO ${quoteText(`${file}.part`)} (${format})`] });
    await rename(`${file}.part`, file);
  }
  return file;
}

async function load(
  worker: DataWorker,
  columns: readonly WideColumn[],
  file: string,
  expectedRows: number,
): Promise<void> {
  const kinds = Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
  await worker.request("open", { resultId: wideResultId, format: "jsonLines", kinds, label: "" });
  await worker.send(wideResultId, createReadStream(file, { highWaterMark: readSize }));
  const { state, message, rowCount } = await worker.request("finish", { resultId: wideResultId });
  if (state !== "done" || rowCount !== expectedRows) {
    throw new Error(`The data worker ended as ${state} with ${rowCount} of ${expectedRows} rows: ${message}`);
  }
  // As the page does when a result has come.
  await worker.request("columnTypes", { resultId: wideResultId });
}
