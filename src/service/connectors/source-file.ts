import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { countOf } from "../../base/count-of.ts";
import { CsvProblem } from "../../base/csv-rows.ts";
import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import { DriverError } from "../drivers/driver-error.ts";
import {
  buildCsvSql,
  countRejectedValues,
  dropRejectTables,
  readCsvHeader,
  readRowLines,
} from "../intake/csv-source.ts";
import { convertJsonLines } from "./json-lines.ts";

/** Column of a file with its type in DuckDB. */
interface FileColumn {
  readonly name: string;
  readonly type: string;
}

/** A copied file of a source system as a relation of DuckDB. */
export interface SourceFile {
  /** Name of the file in the source system, for messages. */
  readonly name: string;
  readonly columns: readonly FileColumn[];
  readonly sql: string;
  /** Whether the columns are those of the rows that are there, as in JSON Lines, so that one may be missing. */
  readonly isSchemaless: boolean;
  /** CSV file that the relation reads, whose rows may be broken. */
  readonly csv: { readonly path: string; readonly width: number } | undefined;
}

/** Rows to take of a file. */
interface FileSelection {
  readonly columns: readonly { readonly name: string; readonly from: string }[];
  /** Conditions that all hold for a row that is taken; a row without a value is taken as well. */
  readonly bounds: readonly TimeBound[];
  /** IANA name of the time zone of times without an offset in bounds. */
  readonly timeZone: string;
  /** Whether times keep fractions of seconds. */
  readonly hasFractions: boolean;
}

/** Rows whose time in a column of the source lies in [from, to), in epoch milliseconds. */
export interface TimeBound {
  readonly column: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/**
 * Opens a copied file: CSV, JSON Lines or Parquet by its first bytes, also in gzip. `newPath` generates paths of files for
 * what has to be unpacked or converted. Throws a DriverError for any other file.
 */
export async function openSourceFile(
  connection: Connection,
  { name, path }: { readonly name: string; readonly path: string },
  newPath: () => Promise<string>,
  signal: AbortSignal,
): Promise<SourceFile> {
  const head = await readHead(path);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const plain = await newPath();
    try {
      await pipeline(createReadStream(path), createGunzip(), createWriteStream(plain, { mode: 0o600 }), { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw new DriverError(`${name} is no complete gzip file.`, { cause: error });
    }
    return openSourceFile(connection, { name, path: plain }, newPath, signal);
  }
  if (head.subarray(0, 4).toString("latin1") === "PAR1") {
    const sql = `read_parquet(${quoteText(path)}, hive_partitioning = false)`;
    return { name, sql, columns: await describeParquet(connection, name, sql), isSchemaless: false, csv: undefined };
  }
  const first = /^\uFEFF?\s*(\S)/.exec(head.toString("utf8"))?.[1];
  if (first === "[") {
    throw new DriverError(`${name} is a JSON list; write one object on each line.`);
  }
  if (first !== "{") {
    return openCsv(name, path, false);
  }
  const csv = await newPath();
  await convertJsonLines({ name, path }, csv, signal);
  return openCsv(name, csv, true);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function describeParquet(connection: Connection, name: string, sql: string): Promise<readonly FileColumn[]> {
  try {
    const rows = await connection.rows(`DESCRIBE SELECT * FROM ${sql}`);
    return rows.map((row) => ({ name: String(row.column_name), type: String(row.column_type) }));
  } catch (error) {
    throw new DriverError(`${name} is no complete Parquet file.`, { cause: error });
  }
}

async function openCsv(name: string, path: string, isSchemaless: boolean): Promise<SourceFile> {
  try {
    const header = await readCsvHeader(path);
    const names = header?.names ?? [];
    const twice = names.find((column, index) => column === "" || names.indexOf(column) < index);
    if (twice !== undefined) {
      throw new DriverError(
        twice === "" ? `${name} has a column without a name.` : `${name} has the column ${twice} twice.`,
      );
    }
    return {
      name,
      columns: names.map((column) => ({ name: column, type: "VARCHAR" })),
      // A file without a row, not even a header, has no relation.
      sql: header ? buildCsvSql(path, header, names) : "",
      isSchemaless,
      csv: { path, width: names.length },
    };
  } catch (error) {
    throw error instanceof CsvProblem ? toDriverError(name, error) : error;
  }
}

/**
 * Writes rows of a file as CSV with a header. Values of typed files are written in the notations of load files; all others
 * stay as they are. Returns the number of rows. Throws a DriverError for broken rows and for what is no time.
 */
export async function writeRows(
  connection: Connection,
  file: SourceFile,
  { columns, bounds, timeZone, hasFractions }: FileSelection,
  target: string,
  signal: AbortSignal,
): Promise<number> {
  const typeOf = new Map(file.columns.map(({ name, type }) => [name, type]));
  const values = columns.map(
    ({ name, from }) => `${valueSql(from, typeOf.get(from) ?? "", hasFractions)} AS ${quoteName(name)}`,
  );
  const conditions = bounds.flatMap((bound) => boundSql(bound, typeOf.get(bound.column) ?? ""));
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "";
  await connection.run(`SET TimeZone = ${quoteText(timeZone)}`);
  await dropRejectTables(connection);
  try {
    const [row] = await connection.rows(
      `COPY (SELECT ${values.join(", ")} FROM ${file.sql}${where}) TO ${quoteText(target)}
       (FORMAT csv, HEADER true, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR '')`,
      [],
      signal,
    );
    if (file.csv && (await countRejectedValues(connection)) > 0) {
      throw await describeBrokenRow(file.name, file.csv, signal);
    }
    return Number(Object.values(row ?? {})[0] ?? 0);
  } catch (error) {
    throw await explain(error, file, signal);
  }
}

const noTime = "workforce: no time in column ";

async function explain(error: unknown, file: SourceFile, signal: AbortSignal): Promise<unknown> {
  if (error instanceof DriverError || !(error instanceof Error)) {
    return error;
  }
  const column = error.message.split(noTime)[1]?.split("\n")[0];
  if (column !== undefined) {
    return new DriverError(
      `${file.name} has a value in ${column} that is no time; write times as 2026-01-31T08:00:00Z, as a date, or in milliseconds since 1970.`,
      { cause: error },
    );
  }
  if (file.csv && /^Invalid Input Error: .*CSV/.test(error.message)) {
    return describeBrokenRow(file.name, file.csv, signal);
  }
  return file.csv ? error : new DriverError(`${file.name} is no complete Parquet file.`, { cause: error });
}

async function describeBrokenRow(
  name: string,
  { path, width }: { readonly path: string; readonly width: number },
  signal: AbortSignal,
): Promise<DriverError> {
  try {
    for await (const rows of readRowLines(path, width, signal)) {
      const broken = rows.find((row) => row.width !== width);
      if (broken) {
        return new DriverError(
          `${name}: line ${broken.line} begins a row with ${countOf(broken.width, "value")}, but the header names ${countOf(width, "column")}.`,
        );
      }
    }
  } catch (error) {
    if (error instanceof CsvProblem) {
      return toDriverError(name, error);
    }
    throw error;
  }
  return new DriverError(`${name} cannot be read as CSV.`);
}

function toDriverError(name: string, problem: CsvProblem): DriverError {
  return new DriverError(`${name}: line ${problem.line} ${problem.what}; ${problem.advice}.`, { cause: problem });
}

/** SQL of a value as the text that a load file has for it. */
function valueSql(column: string, type: string, hasFractions: boolean): string {
  const value = quoteName(column);
  const format = (instant: string) => {
    const seconds = `strftime(${instant}, '%Y-%m-%dT%H:%M:%S')`;
    const fraction = `CASE WHEN microsecond(${instant}) % 1000000 <> 0 THEN strftime(${instant}, '.%f') ELSE '' END`;
    return hasFractions ? `${seconds} || ${fraction}` : seconds;
  };
  if (type === "VARCHAR") {
    return value;
  }
  if (type === "TIMESTAMP WITH TIME ZONE") {
    return `${format(`(${value} AT TIME ZONE 'UTC')`)} || 'Z'`;
  }
  if (type.startsWith("TIMESTAMP")) {
    return format(`${value}::TIMESTAMP`);
  }
  // Lists, structures and maps.
  return /[[(]/.test(type) && !type.startsWith("DECIMAL") ? `to_json(${value})::VARCHAR` : `${value}::VARCHAR`;
}

function boundSql({ column, from, to }: TimeBound, type: string): readonly string[] {
  const value = quoteName(column);
  const time = instantSql(value, type);
  const instant =
    type === "VARCHAR"
      ? `CASE WHEN coalesce(${value}, '') <> '' AND ${time} IS NULL THEN error(${quoteText(`${noTime}${column}`)})::TIMESTAMPTZ ELSE ${time} END`
      : time;
  return [
    ...(from === undefined ? [] : [`coalesce(${instant} >= ${instantOf(from)}, true)`]),
    ...(to === undefined ? [] : [`coalesce(${instant} < ${instantOf(to)}, true)`]),
  ];
}

function instantOf(time: number): string {
  return `make_timestamptz(${time * 1000})`;
}

/** SQL of the instant that a value stands for; times without an offset are those of the connection's time zone. */
function instantSql(value: string, type: string): string {
  const milliseconds = (number: string) => `make_timestamptz(${number} * 1000)`;
  if (type === "VARCHAR") {
    return `CASE WHEN regexp_full_match(${value}, '-?[0-9]{9,15}') THEN ${milliseconds(`TRY_CAST(${value} AS BIGINT)`)} ELSE TRY_CAST(${value} AS TIMESTAMPTZ) END`;
  }
  return /INT/.test(type) ? milliseconds(`${value}::BIGINT`) : `${value}::TIMESTAMPTZ`;
}
