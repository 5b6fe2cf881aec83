import { quoteText } from "../../duckdb/database.ts";

/** Name that columns of received files cannot have, because DuckDB gives it to the place of a row in a Parquet file. */
export const rowNumberColumn = "file_row_number";

/**
 * Builds the SQL relation of the rows of received files, see `UploadFile.parquet`, with `$line`, the line in the
 * original, and `$file`, the path of the Parquet file. The files must have the same columns.
 */
export function receivedRowsSql(paths: readonly string[]): string {
  const files = `[${paths.map(quoteText).join(", ")}]`;
  const line = `coalesce("$line", ${regularLineSql}) AS "$line"`;
  return `(SELECT * EXCLUDE (${rowNumberColumn}) REPLACE (${line})
    FROM read_parquet(${files}, ${rowNumberColumn} = true, filename = '$file', hive_partitioning = false))`;
}

/** SQL of a row's line where each row is on the line after the one before it, and the header on the first. */
export const regularLineSql = `${rowNumberColumn} + 2`;
