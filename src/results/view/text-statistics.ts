import { type Connection, quoteName } from "../../duckdb/database.ts";
import { textName } from "../model/column-storage.ts";
import type { OpenResult } from "../store/result-store.ts";

/** What DuckDB knows of the texts in one column of a result's table. */
export interface TextStatistics {
  /** Of the longest one in bytes; 0 where there is none. */
  readonly longest: number;
  /** The first byte of the least and of the greatest one, where no text is empty. */
  readonly firstBytes?: readonly [least: number, greatest: number];
}

/** By the name of the table's column; what is missing may hold anything. */
export type KnownTexts = ReadonlyMap<string, TextStatistics>;

const unknown: KnownTexts = new Map();
const known = new WeakMap<OpenResult, KnownTexts>();

/**
 * What DuckDB's own statistics say of the texts of a result, which costs no look at a row. Each function and each column beside
 * another costs a window or an export as much as reading the values: with this most of them can be left out.
 */
export async function readTextStatistics(
  connection: Connection,
  result: OpenResult,
  signal: AbortSignal,
): Promise<KnownTexts> {
  if (result.facts.state === "loading") {
    return unknown;
  }
  const texts = known.get(result) ?? (await askStatistics(connection, result, signal));
  known.set(result, texts);
  return texts;
}

/** Whether some text may begin with one of the bytes. */
export function mayBegin(known: TextStatistics | undefined, bytes: readonly number[]): boolean {
  const firstBytes = known?.firstBytes;
  return !firstBytes || bytes.some((byte) => byte >= firstBytes[0] && byte <= firstBytes[1]);
}

async function askStatistics(
  connection: Connection,
  { facts: { table, columns } }: OpenResult,
  signal: AbortSignal,
): Promise<KnownTexts> {
  const names = columns.map(textName);
  const said = names.map((name) => `stats(${quoteName(name)}) AS ${quoteName(name)}`);
  const [row = {}] = await connection.rows(`SELECT ${said.join(", ")} FROM ${quoteName(table)} LIMIT 1`, [], signal);
  return new Map(names.flatMap((name) => statisticsIn(row[name]).map((statistics) => [name, statistics] as const)));
}

/** The statistics are a text for people; what is not of the form that they have now says nothing. */
function statisticsIn(said: unknown): TextStatistics[] {
  if (typeof said !== "string") {
    return [];
  }
  if (said.includes("[Has Null: true, Has No Null: false]")) {
    return [{ longest: 0 }];
  }
  const longest = /Max String Length: (\d+)\]/.exec(said)?.[1];
  if (longest === undefined) {
    return [];
  }
  // The least and the greatest one are texts of users, which may look like the words around them.
  const [before = "", after = "", ...others] = said.split(", Max: ");
  const [least, greatest] = [
    firstByte(before.replace(/^\[Min: /, "")),
    firstByte(after.split(", Has Unicode: ")[0] ?? ""),
  ];
  const isClear = others.length === 0 && least !== undefined && greatest !== undefined;
  return [{ longest: Number(longest), ...(isClear && { firstBytes: [least, greatest] as const }) }];
}

/** Bytes that are no visible ASCII are written like `\xC3`, also the backslash. */
function firstByte(text: string): number | undefined {
  const hex = /^\\x([0-9A-F]{2})/.exec(text)?.[1];
  return hex === undefined ? text.codePointAt(0) : Number.parseInt(hex, 16);
}
