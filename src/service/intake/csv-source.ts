import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { CsvProblem, parseCsvHeader, readCsvRows } from "../../base/csv-rows.ts";
import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";

/** Number of bytes of a file that are read at once. */
export const pieceBytes = 256 * 1024;
const lineFeed = 0x0a;

/** Header row of a CSV file. */
export interface CsvHeader {
  /** Column names as they stand in the file. */
  readonly names: readonly string[];
  /** Number of empty lines before the header row. */
  readonly skipped: number;
  /** Line of the header row, from 1. */
  readonly line: number;
}

/**
 * Reads the header row of a file. Returns undefined for a file that is empty or has only empty lines. Throws CsvProblem
 * for a file that is not CSV in UTF-8.
 */
export async function readCsvHeader(path: string): Promise<CsvHeader | undefined> {
  await checkEncoding(path);
  let skipped = 0;
  for await (const rows of readCsvRows(createReadStream(path, { highWaterMark: pieceBytes }))) {
    for (const { text, line } of rows) {
      if (text !== "") {
        return { names: parseCsvHeader(text), skipped, line };
      }
      skipped++;
    }
  }
  return undefined;
}

/** Throws CsvProblem if the first bytes are those of UTF-16 or of a ZIP archive, as spreadsheets are. */
async function checkEncoding(path: string): Promise<void> {
  for await (const piece of createReadStream(path, { end: 3 })) {
    const [first, second] = piece as Buffer;
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || second === 0;
    if (isUtf16) {
      throw new CsvProblem(1, "is in UTF-16", "save the file as UTF-8");
    }
    if (first === 0x50 && second === 0x4b) {
      throw new CsvProblem(1, "is the start of a ZIP archive or spreadsheet", "save the file as CSV in UTF-8");
    }
  }
}

/** Facts of a file that need a pass over its bytes. */
export interface FileFacts {
  readonly bytes: number;
  /** Lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly lineFeeds: number;
  readonly endsWithLineFeed: boolean;
}

/** Collects the facts of a file whose bytes are added piece by piece. */
export class FileFactsCollector {
  readonly #hash = createHash("sha256");
  #bytes = 0;
  #lineFeeds = 0;
  #last: number | undefined;

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
    this.#last = piece.at(-1) ?? this.#last;
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) {
      this.#lineFeeds++;
    }
  }

  /** Returns the facts. Nothing can be added afterwards. */
  finish(): FileFacts {
    const sha256 = this.#hash.digest("hex");
    return { bytes: this.#bytes, sha256, lineFeeds: this.#lineFeeds, endsWithLineFeed: this.#last === lineFeed };
  }
}

/** Reads a file once for its facts. */
export async function readFileFacts(path: string, signal?: AbortSignal): Promise<FileFacts> {
  const facts = new FileFactsCollector();
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes, ...(signal && { signal }) })) {
    facts.add(piece as Buffer);
  }
  return facts.finish();
}

/** Names of the temporary tables in which DuckDB lists what it could not read of a CSV file. */
const rejectTables = { errors: "workforce_rejected_values", scans: "workforce_rejected_scans" } as const;

/** Removes what an earlier file left in `rejectTables`. */
export async function dropRejectTables(connection: Connection): Promise<void> {
  for (const table of Object.values(rejectTables)) {
    await connection.run(`DROP TABLE IF EXISTS ${quoteName(table)}`);
  }
}

/** Number of values that DuckDB could not read since `dropRejectTables`. */
export async function countRejectedValues(connection: Connection): Promise<number> {
  const [row] = await connection.rows(`SELECT count(*) AS n FROM ${quoteName(rejectTables.errors)}`);
  return Number(row?.n);
}

/**
 * Builds the SQL relation of a CSV file's rows, with all columns as text under the given names, in the file's order. An
 * empty field is NULL. Broken rows are left out and listed in `rejectTables`.
 */
export function buildCsvSql(path: string, { skipped }: CsvHeader, columns: readonly string[]): string {
  const options = {
    auto_detect: "false",
    columns: `{${columns.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(", ")}}`,
    delim: "','",
    quote: `'"'`,
    escape: `'"'`,
    comment: "''",
    header: "true",
    skip: String(skipped),
    compression: "'none'",
    // Strict mode with line ends left to DuckDB refuses what RFC 4180 does, mixed line ends too.
    strict_mode: "true",
    allow_quoted_nulls: "false",
    null_padding: "false",
    normalize_names: "false",
    hive_partitioning: "false",
    max_line_size: "16777216",
    buffer_size: "33554432",
    store_rejects: "true",
    rejects_table: quoteText(rejectTables.errors),
    rejects_scan: quoteText(rejectTables.scans),
    rejects_limit: "1000",
  };
  const written = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  return `read_csv(${quoteText(path)}, ${written.join(", ")})`;
}

/**
 * Yields for each row of a CSV file the line on which it begins, in pieces; rows are those of `buildCsvSql`, without the
 * header. Throws CsvProblem at the first row that is not CSV.
 */
export async function* readRowLines(
  path: string,
  width: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly { readonly line: number; readonly width: number }[]> {
  let isHeaderNext = true;
  for await (const rows of readCsvRows(
    createReadStream(path, { highWaterMark: pieceBytes, ...(signal && { signal }) }),
  )) {
    const found = [];
    for (const row of rows) {
      if (isHeaderNext) {
        isHeaderNext = row.text === "";
      } else if (row.text !== "" || width === 1) {
        found.push({ line: row.line, width: row.width });
      }
    }
    yield found;
  }
}
