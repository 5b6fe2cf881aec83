import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { TranslatedQuery } from "../engine/spark/types/translated-statement.ts";
import { runForCount } from "./row-marks.ts";
import type { OutputFormat } from "./table-data.ts";

/** Writes the rows of a query to a file and returns their number. The columns have the names that Spark gives them. */
export function writeQueryFile(
  connection: Connection,
  query: TranslatedQuery,
  path: string,
  format: OutputFormat,
  signal?: AbortSignal,
): Promise<number> {
  return runForCount(connection, buildCopySql(withSparkNames(query), path, format), signal);
}

/** Builds the statement that writes the rows of a query to a file. */
export function buildCopySql(query: string, path: string, format: OutputFormat): string {
  return `COPY (${query}) TO ${quoteText(path)} (${optionsOf(format)})`;
}

/**
 * Splits an output into part files and returns their number (service-api, "OutputParts"). Each part is a complete file.
 */
export async function splitOutputFile(
  connection: Connection,
  path: string,
  format: OutputFormat,
  rowsPerPart: number,
  pathOf: (index: number) => string,
  signal?: AbortSignal,
): Promise<number> {
  if ("csv" in format) {
    return splitCsvFile(path, format.csv.header, rowsPerPart, pathOf, signal);
  }
  const source = `read_parquet(${quoteText(path)}, hive_partitioning = false)`;
  const rows = await runForCount(connection, `SELECT count(*) FROM ${source}`, signal);
  const parts = Math.max(1, Math.ceil(rows / rowsPerPart));
  for (let index = 0; index < parts; index++) {
    await connection.run(
      buildCopySql(`SELECT * FROM ${source} LIMIT ${rowsPerPart} OFFSET ${index * rowsPerPart}`, pathOf(index), format),
      [],
      signal,
    );
  }
  return parts;
}

function withSparkNames({ sql, columns }: TranslatedQuery): string {
  const names = columns.map((_, index) => `c${index}`);
  const values = columns.map(({ name }, index) => `c${index} AS ${quoteName(name)}`);
  return `SELECT ${values.join(", ")} FROM (${sql}) AS answer(${names.join(", ")})`;
}

function optionsOf(format: OutputFormat): string {
  return "csv" in format
    ? `FORMAT csv, HEADER ${format.csv.header}, USE_TMP_FILE false`
    : "FORMAT parquet, USE_TMP_FILE false";
}

const quote = 0x22;
const lineFeed = 0x0a;
const pieceBytes = 256 * 1024;

/**
 * Splits a CSV file into files of at most `rowsPerPart` rows, each with the header if there is one. Returns the number
 * of files, at least one. Copies the bytes of rows, because DuckDB's CSV reader limits the line length.
 */
export async function splitCsvFile(
  path: string,
  hasHeader: boolean,
  rowsPerPart: number,
  pathOf: (index: number) => string,
  signal?: AbortSignal,
): Promise<number> {
  const parts = new PartWriter(rowsPerPart, pathOf, hasHeader);
  try {
    let isQuoted = false;
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes, signal })) {
      const bytes = piece as Buffer;
      let start = 0;
      for (let index = 0; index < bytes.length; index++) {
        const byte = bytes[index];
        if (byte === quote) {
          // A doubled quote ends the quoted section and starts it again.
          isQuoted = !isQuoted;
        } else if (byte === lineFeed && !isQuoted && parts.endsRow()) {
          await parts.write(bytes.subarray(start, index + 1));
          await parts.endPart();
          start = index + 1;
        }
      }
      await parts.write(bytes.subarray(start));
    }
    return await parts.end();
  } finally {
    await parts.close();
  }
}

class PartWriter {
  readonly #rowsPerPart: number;
  readonly #pathOf: (index: number) => string;
  #header: Buffer[] = [];
  #isInHeader: boolean;
  #file: FileHandle | undefined;
  #count = 0;
  #rows = 0;

  constructor(rowsPerPart: number, pathOf: (index: number) => string, hasHeader: boolean) {
    this.#rowsPerPart = rowsPerPart;
    this.#pathOf = pathOf;
    this.#isInHeader = hasHeader;
  }

  /** Counts a row that ends; returns true if it completes the header or a part. */
  endsRow(): boolean {
    if (this.#isInHeader) {
      return true;
    }
    this.#rows++;
    return this.#rows === this.#rowsPerPart;
  }

  async write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) {
      return;
    }
    if (this.#isInHeader) {
      this.#header.push(Buffer.from(bytes));
      return;
    }
    this.#file ??= await this.#begin();
    await this.#file.writeFile(bytes);
  }

  async endPart(): Promise<void> {
    this.#isInHeader = false;
    this.#rows = 0;
    await this.close();
  }

  async end(): Promise<number> {
    if (this.#count === 0) {
      this.#file = await this.#begin();
    }
    return this.#count;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #begin(): Promise<FileHandle> {
    const file = await open(this.#pathOf(this.#count++), "w", 0o600);
    for (const bytes of this.#header) {
      await file.writeFile(bytes);
    }
    return file;
  }
}
