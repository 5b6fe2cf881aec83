import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { InputFormat, InputInReach, TableColumn } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";

/**
 * Makes an input's files readable under `relation`, a name of the connection, and gives the columns. Text is read once into a
 * table, because parsing it costs more than keeping it; of Parquet each statement reads the columns that it uses.
 */
export async function createInput(
  connection: Connection,
  input: InputInReach,
  relation: string,
): Promise<readonly TableColumn[]> {
  const what = "csv" in input.format ? "TABLE" : "VIEW";
  const source = await readSource(connection, input.files, input.format);
  const columns = await describe(connection, source);
  const { only } = input;
  const filter = only && columns.find(({ name }) => name.toLowerCase() === only.column.toLowerCase());
  if (only && !filter) {
    throw new TableDataError(`The input ${input.name} has no column "${only.column}" with the tenants' codes.`);
  }
  const where = only && filter ? `WHERE ${quoteName(filter.name)}::VARCHAR = ${quoteText(only.value)}` : "";
  await connection.run(`CREATE TEMP ${what} ${quoteName(relation)} AS SELECT * FROM ${source} ${where}`);
  return columns;
}

/** The texts of a column of files, each once, in their order. */
export async function listInputValues(
  connection: Connection,
  input: Pick<InputInReach, "name" | "files" | "format">,
  column: string,
): Promise<readonly string[]> {
  const source = await readSource(connection, input.files, input.format);
  const columns = await describe(connection, source);
  const known = columns.find(({ name }) => name.toLowerCase() === column.toLowerCase());
  if (!known) {
    throw new TableDataError(`The input ${input.name} has no column "${column}".`);
  }
  const rows = await connection.rows(
    `SELECT DISTINCT ${quoteName(known.name)}::VARCHAR AS value FROM ${source}
     WHERE ${quoteName(known.name)} IS NOT NULL ORDER BY value`,
  );
  return rows.map(({ value }) => String(value));
}

async function readSource(connection: Connection, files: readonly string[], format: InputFormat): Promise<string> {
  const list = `[${files.map(quoteText).join(", ")}]`;
  if (!("csv" in format)) {
    return `read_parquet(${list}, union_by_name = true)`;
  }
  // As Spark reads it: commas, double quotes, and "" is an empty text where nothing at all is NULL.
  const options = `all_varchar = true, delim = ',', quote = '"', escape = '"', allow_quoted_nulls = false, header = ${format.csv.header}`;
  if (format.csv.header) {
    return `read_csv(${list}, ${options}, union_by_name = true)`;
  }
  const source = `read_csv(${list}, ${options})`;
  const columns = await describe(connection, source);
  return `(FROM ${source} AS csv(${columns.map((_, index) => `_c${index}`).join(", ")}))`;
}

async function describe(connection: Connection, source: string): Promise<TableColumn[]> {
  const rows = await connection.rows(`DESCRIBE SELECT * FROM ${source}`);
  return rows.map((row) => ({ name: String(row.column_name), storage: String(row.column_type) }));
}
