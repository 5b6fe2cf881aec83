import { type Connection, quoteName } from "../../duckdb/database.ts";
import { sourceTextColumnOf } from "../model/column-storage.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";

/** Positions of the typed columns that have a separate source text for at least one value. */
export type SourceTextColumns = ReadonlySet<number>;

/** Returns which of the given columns have separate source texts. Columns stored as text never have them. */
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
  const counts = typed.map((position) => `count(${sourceTextColumnOf(position)}) AS n${position}`);
  const [row] = await connection.rows(`SELECT ${counts.join(", ")} FROM ${quoteName(table)}`, [], signal);
  return new Set(typed.filter((position) => row?.[`n${position}`] !== 0n));
}
