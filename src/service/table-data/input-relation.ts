import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import { createTableOf, openSource } from "./input-source.ts";
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
    await createView(connection, input, `SELECT * FROM ${relation} ${whereOf(input, columns, only)}`);
    return columns;
  }
  const source = await openSource(connection, input);
  const all = `SELECT * FROM ${source.sql}`;
  if ("csv" in format) {
    await createTableOf(connection, quoteName(input.name), source, all);
  } else {
    await createView(connection, input, `${all} ${only ? whereOf(input, source.columns, only) : ""}`);
  }
  return source.columns;
}

/** The texts of a column of files, each once, in their order. */
export async function listInputValues(
  connection: Connection,
  input: InputInReach,
  column: string,
  shared: SharedInputs,
): Promise<readonly string[]> {
  const { relation, columns } =
    "csv" in input.format ? await shared.whole(input, column) : await openParquet(connection, input);
  const name = quoteName(columnOfTenants(input.name, columns, column));
  const rows = await connection.rows(
    `SELECT DISTINCT ${name}::VARCHAR AS value FROM ${relation} WHERE ${name} IS NOT NULL ORDER BY value`,
  );
  return rows.map(({ value }) => String(value));
}

async function openParquet(connection: Connection, input: InputInReach) {
  const { sql, columns } = await openSource(connection, input);
  return { relation: sql, columns };
}

async function createView(connection: Connection, { name }: InputInReach, sql: string): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP VIEW ${quoteName(name)} AS ${sql}`);
}

function whereOf({ name }: InputInReach, columns: readonly TableColumn[], { column, value }: RowFilter): string {
  return `WHERE ${quoteName(columnOfTenants(name, columns, column))}::VARCHAR = ${quoteText(value)}`;
}
