import { type Connection, quoteName } from "../duckdb/database.ts";
import { textColumn, valueColumn } from "./column-storage.ts";
import type { OpenResult } from "./result-store.ts";

/** The longest text of columns of a result's table in bytes, by the column's name; 0 where there is none. What is missing may be of any length. */
export type TextLengths = ReadonlyMap<string, number>;

const unknown: TextLengths = new Map();
const known = new WeakMap<OpenResult, TextLengths>();

/**
 * What DuckDB's own statistics say of the texts of a result, which costs no look at a row. Each function and each column beside
 * another costs a window as much as reading the values: with this most of them can be left out.
 */
export async function readTextLengths(
  connection: Connection,
  result: OpenResult,
  signal: AbortSignal,
): Promise<TextLengths> {
  const { facts } = result;
  if (facts.state === "loading") {
    return unknown;
  }
  const lengths = known.get(result) ?? (await askLengths(connection, result, signal));
  known.set(result, lengths);
  return lengths;
}

async function askLengths(
  connection: Connection,
  { facts: { table, columns } }: OpenResult,
  signal: AbortSignal,
): Promise<TextLengths> {
  const names = columns.map(({ storage }, position) =>
    storage === "VARCHAR" ? valueColumn(position) : textColumn(position),
  );
  const said = names.map((name) => `stats(${quoteName(name)}) AS ${quoteName(name)}`);
  const [row = {}] = await connection.rows(`SELECT ${said.join(", ")} FROM ${quoteName(table)} LIMIT 1`, [], signal);
  return new Map(names.flatMap((name) => lengthIn(row[name]).map((length) => [name, length] as const)));
}

/** The statistics are a text for people; what is not of the form that they have now says nothing. */
function lengthIn(statistics: unknown): number[] {
  if (typeof statistics !== "string") {
    return [];
  }
  if (statistics.includes("[Has Null: true, Has No Null: false]")) {
    return [0];
  }
  const length = /Max String Length: (\d+)\]/.exec(statistics)?.[1];
  return length === undefined ? [] : [Number(length)];
}
