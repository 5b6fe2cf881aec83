import { type Connection, quoteText } from "../../duckdb/database.ts";
import { type CsvFile, csvRelation, readCsvFile } from "./csv-file.ts";
import type { InputInReach, TableColumn } from "./table-data.ts";

/** The files of an input as one relation, their columns put together by name. */
export interface InputSource {
  readonly sql: string;
  readonly columns: readonly TableColumn[];
  /** One relation for each file, in their order, with what is known of it. */
  readonly parts: readonly { readonly name: string; readonly sql: string; readonly csv: CsvFile | undefined }[];
}

/** Reads text files once to see that they are CSV; throws a TableDataError that says where one is not. */
export async function openSource(
  connection: Connection,
  { files, format }: Pick<InputInReach, "files" | "format">,
): Promise<InputSource> {
  if ("csv" in format) {
    const read: CsvFile[] = [];
    for (const file of files) {
      read.push(await readCsvFile(file, format.csv.header));
    }
    const parts = read.map((csv) => ({ name: csv.file.name, sql: csvRelation(csv), csv }));
    const sql = `(${parts.map((part) => `SELECT * FROM ${part.sql}`).join(" UNION ALL BY NAME ")})`;
    return { sql, columns: await describeSource(connection, sql), parts };
  }
  const relationOf = (paths: readonly string[]) =>
    `read_parquet([${paths.map(quoteText).join(", ")}], union_by_name = true, hive_partitioning = false)`;
  const sql = relationOf(files.map(({ path }) => path));
  const parts = files.map(({ name, path }) => ({ name, sql: relationOf([path]), csv: undefined }));
  return { sql, columns: await describeSource(connection, sql), parts };
}

/** The rows of text files as a table, which must be as many as were seen in them. */
export async function createTableOf(
  connection: Connection,
  relation: string,
  { parts }: InputSource,
  sql: string,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${relation} AS ${sql}`);
  const [row] = await connection.rows(`SELECT count(*) AS n FROM ${relation}`);
  const seen = parts.reduce((sum, { csv }) => sum + (csv?.rows ?? 0), 0);
  if (Number(row?.n) !== seen) {
    const names = parts.map(({ name }) => name).join(", ");
    throw new Error(`Of the ${seen} rows of ${names} the database read ${String(row?.n)}.`);
  }
}

async function describeSource(connection: Connection, sql: string): Promise<TableColumn[]> {
  const rows = await connection.rows(`DESCRIBE SELECT * FROM ${sql}`);
  return rows.map((row) => ({ name: String(row.column_name), storage: String(row.column_type) }));
}
