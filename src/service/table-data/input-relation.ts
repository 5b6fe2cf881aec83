import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import { describeSource, readSource } from "./input-source.ts";
import type { SharedInputs } from "./shared-inputs.ts";
import type { InputInReach, RowFilter, TableColumn } from "./table-data.ts";
import { columnOfTenants } from "./tenant-column.ts";

/**
 * Makes an input's files readable under its name, in place of what had it, and gives the columns. Text is read once into a table,
 * because parsing it costs more than keeping it; of Parquet each statement reads the columns that it uses.
 */
export async function createInput(
  connection: Connection,
  input: InputInReach,
  shared: SharedInputs,
): Promise<readonly TableColumn[]> {
  const { only, format } = input;
  if (only && "csv" in format) {
    const { relation, columns } = await shared.whole(input, only.column);
    await createAs(connection, "VIEW", input, `SELECT * FROM ${relation} ${whereOf(input, columns, only)}`);
    return columns;
  }
  const source = await readSource(connection, input.files, format);
  const columns = await describeSource(connection, source);
  const where = only ? whereOf(input, columns, only) : "";
  await createAs(connection, "csv" in format ? "TABLE" : "VIEW", input, `SELECT * FROM ${source} ${where}`);
  return columns;
}

/** The texts of a column of files, each once, in their order. */
export async function listInputValues(
  connection: Connection,
  input: InputInReach,
  column: string,
  shared: SharedInputs,
): Promise<readonly string[]> {
  const isText = "csv" in input.format;
  const source = isText ? undefined : await readSource(connection, input.files, input.format);
  const { relation, columns } =
    source === undefined
      ? await shared.whole(input, column)
      : { relation: source, columns: await describeSource(connection, source) };
  const name = quoteName(columnOfTenants(input.name, columns, column));
  const rows = await connection.rows(
    `SELECT DISTINCT ${name}::VARCHAR AS value FROM ${relation} WHERE ${name} IS NOT NULL ORDER BY value`,
  );
  return rows.map(({ value }) => String(value));
}

async function createAs(
  connection: Connection,
  what: "TABLE" | "VIEW",
  { name }: InputInReach,
  sql: string,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP ${what} ${quoteName(name)} AS ${sql}`);
}

function whereOf({ name }: InputInReach, columns: readonly TableColumn[], { column, value }: RowFilter): string {
  return `WHERE ${quoteName(columnOfTenants(name, columns, column))}::VARCHAR = ${quoteText(value)}`;
}
