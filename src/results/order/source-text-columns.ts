import { type Connection, quoteName } from "../../duckdb/database.ts";
import { textColumn } from "../model/column-storage.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";

/** Positions of the typed columns that have a separate source text for at least one value. */
export type SourceTextColumns = ReadonlySet<number>;

/** Returns those of the given columns that have separate source texts; columns stored as text never do. */
export async function readSourceTextColumns(
  connection: Connection,
  { table, columns }: ResultMetadata,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<SourceTextColumns> {
  const typed = [...new Set(positions)].filter((position) => (columns[position]?.storage ?? "VARCHAR") !== "VARCHAR");
  if (typed.length === 0) {
    return new Set();
  }
  const counts = typed.map((position) => `count(${textColumn(position)}) AS n${position}`);
  const [row] = await connection.rows(`SELECT ${counts.join(", ")} FROM ${quoteName(table)}`, [], signal);
  return new Set(typed.filter((position) => row?.[`n${position}`] !== 0n));
}
