import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { ColumnKind } from "../../protocol/data-worker.ts";
import { buildDoubleTextSql } from "../model/column-storage.ts";

/** A column of a query, as DuckDB describes it. */
interface QueryColumn {
  readonly name: string;
  /** DuckDB's name of the type. */
  readonly type: string;
  readonly kind: ColumnKind;
}

/** Returns the columns of a SQL query without running the query. */
export async function describeQuery(
  connection: Connection,
  query: string,
  signal?: AbortSignal,
): Promise<readonly QueryColumn[]> {
  const rows = await connection.rows(`DESCRIBE ${query}`, [], signal);
  return rows.map((row) => {
    const type = String(row["column_type"]);
    return { name: String(row["column_name"]), type, kind: columnKind(type) };
  });
}

/**
 * Runs a SQL query and yields JSON Lines: the column names, then one line for each row with the exact text of every
 * value. Column names must be unique.
 */
export async function* readQueryLines(
  connection: Connection,
  query: string,
  columns: readonly QueryColumn[],
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(columns.map(({ name }) => name))}\n`);
  const values = columns.map(({ name, type }) => textSql(`q.${quoteName(name)}`, type));
  yield* connection.lines(`SELECT to_json([${values.join(", ")}])::VARCHAR FROM (${query}\n) AS q`, [], signal);
}

/** SQL of a value's exact text; dates and times are in UTC. */
function textSql(value: string, type: string): string {
  if (/^(STRUCT|MAP|UNION|JSON)|\]$/.test(type)) {
    return `to_json(${value})::VARCHAR`;
  }
  switch (type) {
    case "DOUBLE":
    case "FLOAT":
      return buildDoubleTextSql(value);
    case "TIMESTAMP WITH TIME ZONE":
      return `make_timestamp(epoch_us(${value}))::VARCHAR || ${quoteText("Z")}`;
    default:
      return `${value}::VARCHAR`;
  }
}

function columnKind(type: string): ColumnKind {
  if (/^(U?(TINY|SMALL|BIG|HUGE)?(INT|INTEGER)|DOUBLE|FLOAT|DECIMAL\(.*\)|BIGNUM|VARINT)$/.test(type)) {
    return "number";
  }
  if (/^(DATE|TIMESTAMP.*)$/.test(type)) {
    return "date";
  }
  return type === "BOOLEAN" ? "boolean" : "text";
}
