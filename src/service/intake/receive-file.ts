import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { countOf } from "../../base/count-of.ts";
import { CsvProblem } from "../../base/csv-rows.ts";
import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { LoadColumn, LoadSchema } from "../model/load-schema.ts";
import { regularLineSql, rowNumberColumn } from "../model/received-rows.ts";
import {
  buildCsvSql,
  type CsvHeader,
  countRejectedValues,
  dropRejectTables,
  type FileFacts,
  readCsvHeader,
  readFileFacts,
  readRowLines,
} from "./csv-source.ts";
import { findHeaderProblem } from "./load-header.ts";
import { type LoadProblem, type LoadProblems, maxListedProblems } from "./load-problem.ts";
import { anyViolationSql, type RowRule, rowRulesOf, typedValueSql, violationListSql } from "./row-rules.ts";

/** A CSV file to check. */
interface IncomingFile {
  /** Name of the file as it was sent. */
  readonly name: string;
  readonly path: string;
  readonly schema: LoadSchema;
  /** Facts that were collected when the file was written; undefined if it has to be read for them. */
  readonly facts?: FileFacts | undefined;
}

/** A file whose rows follow the rules for single rows. */
export interface ReceivedFile extends IncomingFile, Pick<FileFacts, "bytes" | "sha256"> {
  readonly rows: number;
  /** Columns of the load schema that the file has, in the file's order. */
  readonly columns: readonly LoadColumn[];
  /** Path of the Parquet file with the rows, see `UploadFile.parquet`. */
  readonly parquet: string;
}

type ReceivingOutcome =
  | { readonly kind: "received"; readonly file: ReceivedFile }
  | { readonly kind: "refused"; readonly problems: LoadProblems };

/**
 * Checks the rows of a CSV file against its load schema, each row by itself, and writes them as a Parquet file. Memory
 * does not depend on the size of the file. Removes the Parquet file if there are problems. Uses temporary tables of the
 * connection.
 */
export async function receiveFile(
  connection: Connection,
  file: IncomingFile,
  parquet: string,
  signal?: AbortSignal,
): Promise<ReceivingOutcome> {
  let isReceived = false;
  try {
    const header = await readCsvHeader(file.path);
    const problem = header && findHeaderProblem(header.names, file.schema);
    if (problem !== undefined) {
      return refuse([{ file: file.name, line: header?.line ?? 1, rule: problem }]);
    }
    const outcome = header
      ? await receiveRows(connection, file, header, parquet, signal)
      : await receiveNothing(connection, file, parquet, signal);
    isReceived = outcome.kind === "received";
    return outcome;
  } catch (error) {
    if (error instanceof CsvProblem) {
      return refuse([toProblem(file, error)]);
    }
    throw error;
  } finally {
    if (!isReceived) {
      await rm(parquet, { force: true });
    }
  }
}

async function factsOf({ path, facts }: IncomingFile, signal?: AbortSignal): Promise<FileFacts> {
  return facts ?? readFileFacts(path, signal);
}

/** A file without a row, not even a header, is a load of nothing. */
async function receiveNothing(
  connection: Connection,
  file: IncomingFile,
  parquet: string,
  signal?: AbortSignal,
): Promise<ReceivingOutcome> {
  await connection.run(
    `COPY (SELECT 0::BIGINT AS "$line" WHERE false) TO ${quoteText(parquet)} (FORMAT parquet)`,
    [],
    signal,
  );
  const { bytes, sha256 } = await factsOf(file, signal);
  return { kind: "received", file: { ...file, bytes, sha256, rows: 0, columns: [], parquet } };
}

async function receiveRows(
  connection: Connection,
  file: IncomingFile,
  header: CsvHeader,
  parquet: string,
  signal?: AbortSignal,
): Promise<ReceivingOutcome> {
  const byName = new Map(file.schema.columns.map((column) => [column.name, column]));
  const columns = header.names.flatMap((name) => byName.get(name) ?? []);
  const rules = rowRulesOf(file.schema, columns);
  const csv = buildCsvSql(file.path, header, header.names);
  await dropRejectTables(connection);
  const [facts, written] = await Promise.all([
    factsOf(file, signal),
    writeRows(connection, columns, rules, csv, parquet, signal),
  ]);
  if (!written || (await countRejectedValues(connection)) > 0) {
    return refuse(await findBrokenRows(file, header.names.length, signal));
  }
  const [counts] = await connection.rows(
    `SELECT count(*) AS rows, count(*) FILTER ("$line" < 0) AS refused FROM read_parquet(${quoteText(parquet)})`,
    [],
    signal,
  );
  const rows = Number(counts?.rows);
  // Without empty lines and line breaks in cells, each row is on the line after the one before it.
  const isRegular = facts.lineFeeds === rows + (facts.endsWithLineFeed ? 1 : 0);
  if (Number(counts?.refused) > 0) {
    const problems = await findViolations(connection, file, rules, csv, signal);
    const lines = isRegular ? undefined : await linesOfRows(file.path, header.names.length, problems.rows, signal);
    return {
      kind: "refused",
      problems: {
        total: problems.total,
        listed: problems.listed.map(({ row, ...problem }) => ({ ...problem, line: lines?.get(row) ?? row + 1 })),
      },
    };
  }
  if (!isRegular) {
    await correctLines(connection, file.path, header.names.length, parquet, signal);
  }
  const { bytes, sha256 } = facts;
  return { kind: "received", file: { ...file, bytes, sha256, rows, columns, parquet } };
}

/**
 * Writes the typed rows in the file's order, all without a line but those that violate a rule, whose line is -1. Returns
 * false if DuckDB cannot read the file as CSV.
 */
async function writeRows(
  connection: Connection,
  columns: readonly LoadColumn[],
  rules: readonly RowRule[],
  csv: string,
  parquet: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const values = columns.map((column) => `${typedValueSql(column)} AS ${quoteName(column.name)}`);
  const line = `CASE WHEN ${anyViolationSql(rules)} THEN -1::BIGINT END AS "$line"`;
  try {
    await connection.run(
      `COPY (SELECT ${[...values, line].join(", ")} FROM ${csv}) TO ${quoteText(parquet)} (FORMAT parquet)`,
      [],
      signal,
    );
    return true;
  } catch (error) {
    if (error instanceof Error && /^Invalid Input Error: .*CSV/.test(error.message)) {
      return false;
    }
    throw error;
  }
}

/** Finds the rows of a file that are not CSV or have another number of values than the header. */
async function findBrokenRows(file: IncomingFile, width: number, signal?: AbortSignal): Promise<LoadProblem[]> {
  const problems: LoadProblem[] = [];
  try {
    for await (const rows of readRowLines(file.path, width, signal)) {
      for (const row of rows) {
        if (row.width !== width && problems.length < maxListedProblems) {
          const rule = `begins a row with ${countOf(row.width, "value")}, but the header names ${countOf(width, "column")}`;
          problems.push({ file: file.name, line: row.line, rule });
        }
      }
    }
  } catch (error) {
    if (!(error instanceof CsvProblem)) {
      throw error;
    }
    problems.push(toProblem(file, error));
  }
  return problems.length > 0
    ? problems
    : [{ file: file.name, rule: "is not CSV as RFC 4180 describes it; check its quotes and line ends" }];
}

interface FoundViolation extends Omit<LoadProblem, "line"> {
  /** Number of the row, from 1, without the header. */
  readonly row: number;
}

async function findViolations(
  connection: Connection,
  { name }: IncomingFile,
  rules: readonly RowRule[],
  csv: string,
  signal?: AbortSignal,
): Promise<{
  readonly total: number;
  readonly listed: readonly FoundViolation[];
  readonly rows: ReadonlySet<number>;
}> {
  const violated = `SELECT "$row", ${violationListSql(rules)} AS found
    FROM (SELECT row_number() OVER () AS "$row", * FROM ${csv})`;
  const table = quoteName("$violations");
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT * FROM (${violated}) WHERE len(found) > 0`,
    [],
    signal,
  );
  const [count] = await connection.rows(`SELECT sum(len(found)) AS total FROM ${table}`, [], signal);
  const found = await connection.rows(
    `SELECT "$row", entry.rule AS rule, entry.value AS value
     FROM (SELECT "$row", unnest(found) AS entry FROM ${table}) ORDER BY "$row", rule LIMIT ${maxListedProblems}`,
    [],
    signal,
  );
  await connection.run(`DROP TABLE ${table}`);
  const listed = found.map((row): FoundViolation => {
    const rule = rules[Number(row.rule)];
    return {
      file: name,
      row: Number(row.$row),
      ...(rule && { column: rule.column }),
      rule: rule?.text ?? "",
      ...(row.value !== null && { value: String(row.value) }),
    };
  });
  return { total: Number(count?.total), listed, rows: new Set(listed.map(({ row }) => row)) };
}

/** Returns the lines on which rows begin. */
async function linesOfRows(
  path: string,
  width: number,
  wanted: ReadonlySet<number>,
  signal?: AbortSignal,
): Promise<Map<number, number>> {
  const lines = new Map<number, number>();
  let row = 0;
  for await (const found of readRowLines(path, width, signal)) {
    for (const { line } of found) {
      row++;
      if (wanted.has(row)) {
        lines.set(row, line);
      }
    }
  }
  return lines;
}

/** Gives the rows of a Parquet file the lines of a file with empty lines or line breaks in cells. */
async function correctLines(
  connection: Connection,
  path: string,
  width: number,
  parquet: string,
  signal?: AbortSignal,
): Promise<void> {
  const shifts = `${parquet}.lines`;
  const corrected = `${parquet}.corrected`;
  try {
    await pipeline(shiftsOf(path, width, signal), createWriteStream(shifts, { mode: 0o600 }));
    const read = `read_csv(${quoteText(shifts)}, auto_detect = false, header = false, columns = {'first': 'BIGINT', 'shift': 'BIGINT'})`;
    await connection.run(
      `COPY (
         SELECT rows.* EXCLUDE (${rowNumberColumn}) REPLACE (${regularLineSql} + shifts.shift AS "$line")
         FROM read_parquet(${quoteText(parquet)}, ${rowNumberColumn} = true, hive_partitioning = false) AS rows
         ASOF JOIN ${read} AS shifts ON ${regularLineSql} >= shifts.first
         ORDER BY ${rowNumberColumn}
       ) TO ${quoteText(corrected)} (FORMAT parquet)`,
      [],
      signal,
    );
    await rename(corrected, parquet);
  } finally {
    await rm(shifts, { force: true });
    await rm(corrected, { force: true });
  }
}

/** Yields CSV rows of the line that a row would have in a regular file, and how much later it begins from there on. */
async function* shiftsOf(path: string, width: number, signal?: AbortSignal): AsyncGenerator<string> {
  let regular = 1;
  let shift: number | undefined;
  for await (const rows of readRowLines(path, width, signal)) {
    let text = "";
    for (const { line } of rows) {
      regular++;
      if (line - regular !== shift) {
        shift = line - regular;
        text += `${regular},${shift}\n`;
      }
    }
    yield text;
  }
}

function toProblem({ name }: IncomingFile, { line, what, advice }: CsvProblem): LoadProblem {
  return { file: name, line, rule: `${what}; ${advice}` };
}

function refuse(listed: readonly LoadProblem[]): ReceivingOutcome {
  return { kind: "refused", problems: { listed, total: listed.length } };
}
