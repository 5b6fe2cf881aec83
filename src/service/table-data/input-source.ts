import { type Connection, quoteText } from "../../duckdb/database.ts";
import type { InputFormat, TableColumn } from "./table-data.ts";

/** SQL that reads files as one relation. */
export async function readSource(
  connection: Connection,
  files: readonly string[],
  format: InputFormat,
): Promise<string> {
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
  const columns = await describeSource(connection, source);
  return `(FROM ${source} AS csv(${columns.map((_, index) => `_c${index}`).join(", ")}))`;
}

export async function describeSource(connection: Connection, source: string): Promise<TableColumn[]> {
  const rows = await connection.rows(`DESCRIBE SELECT * FROM ${source}`);
  return rows.map((row) => ({ name: String(row.column_name), storage: String(row.column_type) }));
}
