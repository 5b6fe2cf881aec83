import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { TranslatedQuery } from "../engine/spark/types/translated-statement.ts";
import { countOf } from "./row-marks.ts";
import { splitCsv } from "./split-csv.ts";
import type { OutputFormat } from "./table-data.ts";

/** Writes the rows of a query to a file, with the column names that Spark gives them. Returns their number. */
export function writeQuery(
  connection: Connection,
  query: TranslatedQuery,
  path: string,
  format: OutputFormat,
  signal?: AbortSignal,
): Promise<number> {
  return countOf(connection, `COPY (${withSparkNames(query)}) TO ${quoteText(path)} (${optionsOf(format)})`, signal);
}

/** Splits an output into parts, each a complete file (service-api, "OutputParts"). Returns the number of parts. */
export async function splitOutput(
  connection: Connection,
  path: string,
  format: OutputFormat,
  rowsPerPart: number,
  pathOf: (index: number) => string,
  signal?: AbortSignal,
): Promise<number> {
  if ("csv" in format) {
    return splitCsv(path, format.csv.header, rowsPerPart, pathOf, signal);
  }
  const source = `read_parquet(${quoteText(path)}, hive_partitioning = false)`;
  const rows = await countOf(connection, `SELECT count(*) FROM ${source}`, signal);
  const parts = Math.max(1, Math.ceil(rows / rowsPerPart));
  for (let index = 0; index < parts; index++) {
    await connection.run(
      `COPY (SELECT * FROM ${source} LIMIT ${rowsPerPart} OFFSET ${index * rowsPerPart}) TO ${quoteText(pathOf(index))} (${optionsOf(format)})`,
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
