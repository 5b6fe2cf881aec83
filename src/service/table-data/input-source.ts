import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { StoredColumn } from "./catalogue.ts";
import { buildCsvRelationSql, type CsvFile, readCsvFile } from "./csv-file.ts";
import type { AccessibleInput, RowFilter } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";

/** A relation with the rows for all tenants. */
interface SharedRelation {
  /** Quoted name of the relation. */
  readonly relation: string;
  readonly columns: readonly StoredColumn[];
}

/**
 * Relations of text files with rows for several tenants. Each file is parsed only once per connection, not once per
 * tenant.
 */
export class SharedInputRelations {
  readonly #connection: Connection;
  readonly #relations = new Map<string, SharedRelation>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Reads files into one relation, sorted by tenant. */
  async read(input: Pick<AccessibleInput, "name" | "files" | "format">, column: string): Promise<SharedRelation> {
    const key = JSON.stringify([input.files, input.format, column.toLowerCase()]);
    const known = this.#relations.get(key);
    if (known) {
      return known;
    }
    const source = await openInputSource(this.#connection, input);
    const { columns } = source;
    const order = quoteName(tenantColumnOf(input.name, columns, column));
    const relation = quoteName(`$whole ${this.#relations.size}`);
    await createTableOf(this.#connection, relation, source, `SELECT * FROM ${source.sql} ORDER BY ${order}`);
    const whole = { relation, columns };
    this.#relations.set(key, whole);
    return whole;
  }
}

/** The files of an input as one relation, with columns matched by name. */
interface InputSource {
  readonly sql: string;
  readonly columns: readonly StoredColumn[];
  /** One relation for each file, in order; `csv` is set for CSV files. */
  readonly parts: readonly { readonly name: string; readonly sql: string; readonly csv: CsvFile | undefined }[];
}

/**
 * Opens the files of an input as a relation. Text files are read once to check that they are CSV. Throws a
 * TableDataError with the file and line of an error.
 */
export async function openInputSource(
  connection: Connection,
  { files, format }: Pick<AccessibleInput, "files" | "format">,
): Promise<InputSource> {
  if ("csv" in format) {
    const read: CsvFile[] = [];
    for (const file of files) {
      read.push(await readCsvFile(file, format.csv.header));
    }
    const parts = read.map((csv) => ({ name: csv.file.name, sql: buildCsvRelationSql(csv), csv }));
    const sql = `(${parts.map((part) => `SELECT * FROM ${part.sql}`).join(" UNION ALL BY NAME ")})`;
    return { sql, columns: await describeSource(connection, sql), parts };
  }
  const relationOf = (paths: readonly string[]) =>
    `read_parquet([${paths.map(quoteText).join(", ")}], union_by_name = true, hive_partitioning = false)`;
  const sql = relationOf(files.map(({ path }) => path));
  const parts = files.map(({ name, path }) => ({ name, sql: relationOf([path]), csv: undefined }));
  return { sql, columns: await describeSource(connection, sql), parts };
}

/** Stores the rows of text files in a table. Throws if their number differs from the rows counted before. */
async function createTableOf(
  connection: Connection,
  relation: string,
  { parts }: InputSource,
  sql: string,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${relation} AS ${sql}`);
  const [row] = await connection.rows(`SELECT count(*) AS n FROM ${relation}`);
  const expected = parts.reduce((sum, { csv }) => sum + (csv?.rows ?? 0), 0);
  if (Number(row?.n) !== expected) {
    const names = parts.map(({ name }) => name).join(", ");
    throw new Error(`The database read ${String(row?.n)} of the ${expected} rows in ${names}.`);
  }
}

async function describeSource(connection: Connection, sql: string): Promise<StoredColumn[]> {
  const rows = await connection.rows(`DESCRIBE SELECT * FROM ${sql}`);
  return rows.map((row) => ({ name: String(row.column_name), storage: String(row.column_type) }));
}

/**
 * Returns the name of the input's column with the tenant codes, as the files spell it. Throws a TableDataError if the
 * column is missing.
 */
export function tenantColumnOf(input: string, columns: readonly StoredColumn[], name: string): string {
  const found = columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
  if (!found) {
    throw new TableDataError(`The input ${input} has no column "${name}" with the tenant codes.`);
  }
  return found.name;
}

/**
 * Creates a relation with the name of an input from its files and returns its columns. Replaces an earlier relation of
 * that name. Text files are read into a table, because parsing is expensive. Parquet files are read by each statement.
 */
export async function createInputRelation(
  connection: Connection,
  input: AccessibleInput,
  shared: SharedInputRelations,
): Promise<readonly StoredColumn[]> {
  const { rowFilter, format } = input;
  if (rowFilter && "csv" in format) {
    const { relation, columns } = await shared.read(input, rowFilter.column);
    await createView(connection, input, `SELECT * FROM ${relation} ${whereOf(input, columns, rowFilter)}`);
    return columns;
  }
  const source = await openInputSource(connection, input);
  const all = `SELECT * FROM ${source.sql}`;
  if ("csv" in format) {
    await createTableOf(connection, quoteName(input.name), source, all);
  } else {
    await createView(connection, input, `${all} ${rowFilter ? whereOf(input, source.columns, rowFilter) : ""}`);
  }
  return source.columns;
}

/** Returns the distinct values of a column in an input's files, as sorted texts. */
export async function listInputValues(
  connection: Connection,
  input: AccessibleInput,
  column: string,
  shared: SharedInputRelations,
): Promise<readonly string[]> {
  const { relation, columns } =
    "csv" in input.format ? await shared.read(input, column) : await openParquet(connection, input);
  const name = quoteName(tenantColumnOf(input.name, columns, column));
  const rows = await connection.rows(
    `SELECT DISTINCT ${name}::VARCHAR AS value FROM ${relation} WHERE ${name} IS NOT NULL ORDER BY value`,
  );
  return rows.map(({ value }) => String(value));
}

async function openParquet(connection: Connection, input: AccessibleInput) {
  const { sql, columns } = await openInputSource(connection, input);
  return { relation: sql, columns };
}

async function createView(connection: Connection, { name }: AccessibleInput, sql: string): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP VIEW ${quoteName(name)} AS ${sql}`);
}

function whereOf({ name }: AccessibleInput, columns: readonly StoredColumn[], { column, value }: RowFilter): string {
  return `WHERE ${quoteName(tenantColumnOf(name, columns, column))}::VARCHAR = ${quoteText(value)}`;
}
