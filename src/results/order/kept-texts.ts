import { type Connection, quoteName } from "../../duckdb/database.ts";
import { textColumn } from "../facts/column-storage.ts";
import type { ResultFacts } from "../facts/result-facts.ts";

/** Positions of the typed columns that keep the text of some value beside it. */
export type KeptTexts = ReadonlySet<number>;

/** Looks at the given columns; those of text have nothing beside them. */
export async function readKeptTexts(
  connection: Connection,
  { table, columns }: ResultFacts,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<KeptTexts> {
  const typed = [...new Set(positions)].filter((position) => (columns[position]?.storage ?? "VARCHAR") !== "VARCHAR");
  if (typed.length === 0) {
    return new Set();
  }
  const counts = typed.map((position) => `count(${textColumn(position)}) AS n${position}`);
  const [row] = await connection.rows(`SELECT ${counts.join(", ")} FROM ${quoteName(table)}`, [], signal);
  return new Set(typed.filter((position) => row?.[`n${position}`] !== 0n));
}
