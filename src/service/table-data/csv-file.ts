import { createReadStream } from "node:fs";
import { countOf } from "../../base/count-of.ts";
import {
  type CsvLineEnding,
  CsvProblem,
  type CsvRow,
  nameCsvColumns,
  parseCsvHeader,
  readCsvRows,
} from "../../base/csv-rows.ts";
import { quoteText } from "../../duckdb/database.ts";
import type { InputFile } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";

/**
 * Properties of a CSV file, determined by reading the complete file. They are passed to DuckDB, so that it does not
 * guess.
 */
export interface CsvFile {
  readonly file: InputFile;
  readonly hasHeader: boolean;
  /** SQL names of the columns. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** Number of empty lines before the header line. */
  readonly skipped: number;
  /** Length of the longest row in characters. */
  readonly longestRow: number;
  readonly rowEnd: CsvLineEnding;
}

const pieceBytes = 256 * 1024;

/**
 * Reads a file and checks that it is CSV in UTF-8 whose rows have the same number of fields. Throws a TableDataError
 * that names the file, the line and the rule. In a file with one column an empty line is a row, otherwise it is skipped
 * (semantics.md, "Inputs and outputs").
 */
export async function readCsvFile(file: InputFile, hasHeader: boolean): Promise<CsvFile> {
  let first: CsvRow | undefined;
  let rows = 0;
  let skipped = 0;
  let longestRow = 0;
  let rowEnd: CsvRow["end"] = "";
  await forEachRow(file, (row) => {
    longestRow = Math.max(longestRow, row.text.length);
    rowEnd ||= row.end;
    if (first) {
      if (row.text !== "" || first.width === 1) {
        checkWidth(row, first, hasHeader);
        rows++;
      }
    } else if (row.text !== "") {
      first = row;
      rows += hasHeader ? 0 : 1;
    } else {
      skipped++;
    }
  });
  // The compiler does not see the assignment in the closure.
  const firstRow = first as CsvRow | undefined;
  if (hasHeader && !firstRow) {
    throw new TableDataError(
      `${file.name} has no header line with the names of its columns; add one at the top, or set header to false.`,
    );
  }
  const width = firstRow?.width ?? 1;
  const isNarrow = width === 1;
  return {
    file,
    hasHeader,
    columns:
      firstRow && hasHeader ? namesOf(firstRow, file) : Array.from({ length: width }, (_, index) => `_c${index}`),
    rows: rows + (!hasHeader && isNarrow ? skipped : 0),
    skipped: hasHeader ? skipped : 0,
    longestRow,
    rowEnd: rowEnd || "LF",
  };
}

/**
 * Returns the number of the line on which a row of a CSV file begins. Returns undefined if the file has fewer rows.
 * Lines and rows are counted from 1, rows without the header.
 */
export async function findLineOfRow(
  { file, hasHeader, columns }: CsvFile,
  wanted: number,
): Promise<number | undefined> {
  let isHeaderNext = hasHeader;
  let count = 0;
  let line: number | undefined;
  await forEachRow(file, (row) => {
    if (line === undefined && isHeaderNext) {
      isHeaderNext = row.text === "";
    } else if (line === undefined && (row.text !== "" || columns.length === 1) && ++count === wanted) {
      line = row.line;
    }
  });
  return line;
}

/** Builds the SQL relation of a CSV file's rows, with all columns as text. */
export function buildCsvRelationSql({ file, hasHeader, columns, skipped, longestRow, rowEnd }: CsvFile): string {
  const types = columns.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(", ");
  // In bytes. The buffer must hold the longest row; DuckDB's default buffer is 16 times the maximum row size.
  const longest = Math.max(2_097_152, 4 * longestRow + 1024);
  const options = {
    auto_detect: "false",
    columns: `{${types}}`,
    delim: "','",
    quote: `'"'`,
    escape: `'"'`,
    // As in Spark: "" is an empty text, and an empty field is NULL.
    nullstr: "''",
    allow_quoted_nulls: "false",
    comment: "''",
    skip: String(skipped),
    header: String(hasHeader),
    encoding: "'utf-8'",
    compression: "'none'",
    new_line: rowEnd === "LF" ? "'\\n'" : "'\\r\\n'",
    // Strict mode misreads an explicit CR LF; whatever it would refuse was refused before.
    strict_mode: "false",
    null_padding: "false",
    ignore_errors: "false",
    normalize_names: "false",
    hive_partitioning: "false",
    max_line_size: String(longest),
    buffer_size: String(Math.max(33_554_432, 2 * longest)),
  };
  const written = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  return `read_csv(${quoteText(file.path)}, ${written.join(", ")})`;
}

async function forEachRow(file: InputFile, visit: (row: CsvRow) => void): Promise<void> {
  const stream = createReadStream(file.path, { highWaterMark: pieceBytes });
  try {
    for await (const rows of readCsvRows(stream)) {
      rows.forEach(visit);
    }
  } catch (error) {
    if (error instanceof CsvProblem) {
      throw csvError(file, error);
    }
    throw error;
  }
}

function csvError({ name }: InputFile, problem: CsvProblem): TableDataError {
  const { line, what, advice } = problem;
  return new TableDataError(`${name} line ${line} ${what}; ${advice}.`, { cause: problem });
}

function checkWidth(row: CsvRow, first: CsvRow, hasHeader: boolean): void {
  if (row.width !== first.width) {
    const wanted = hasHeader
      ? `but line ${first.line} names ${countOf(first.width, "column")}`
      : `but line ${first.line} has ${first.width}`;
    throw new CsvProblem(
      row.line,
      `begins a row with ${countOf(row.width, "value")}, ${wanted}`,
      "write the same number, with nothing between two commas where a value is missing",
    );
  }
}

function namesOf(header: CsvRow, file: InputFile): string[] {
  const names = parseCsvHeader(header.text);
  // SQL names cannot contain these.
  if (["\r", "\n", "\0"].some((sign) => header.text.includes(sign))) {
    const problem = new CsvProblem(
      header.line,
      "has a column name with a line break or a NUL character",
      "write each name on one line",
    );
    throw csvError(file, problem);
  }
  return nameCsvColumns(names);
}
