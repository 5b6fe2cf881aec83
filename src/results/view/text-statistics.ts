import { type Connection, quoteName } from "../../duckdb/database.ts";
import { sourceTextColumnNameOf } from "../model/column-storage.ts";
import type { OpenResult } from "../store/result-store.ts";

/** DuckDB's statistics of the texts in one column of a table. */
export interface TextStatistics {
  /** Length of the longest text in bytes. 0 if there are no texts. */
  readonly longest: number;
  /** First bytes of the smallest and the largest text. Undefined if some text is empty. */
  readonly firstBytes?: readonly [least: number, greatest: number];
}

/** Text statistics by column name of a result's table. A column without statistics may contain any text. */
export type TextStatisticsByColumn = ReadonlyMap<string, TextStatistics>;

const unknown: TextStatisticsByColumn = new Map();
const known = new WeakMap<OpenResult, TextStatisticsByColumn>();

/**
 * Returns DuckDB's statistics of the texts in a result, without reading rows. They show which checks and conversions of
 * texts a query can omit.
 */
export async function readTextStatistics(
  connection: Connection,
  result: OpenResult,
  signal: AbortSignal,
): Promise<TextStatisticsByColumn> {
  if (result.metadata.state === "loading") {
    return unknown;
  }
  const texts = known.get(result) ?? (await readStatistics(connection, result, signal));
  known.set(result, texts);
  return texts;
}

/** Whether any text may begin with one of the given bytes. */
export function mayBeginWithByte(known: TextStatistics | undefined, bytes: readonly number[]): boolean {
  const firstBytes = known?.firstBytes;
  return !firstBytes || bytes.some((byte) => byte >= firstBytes[0] && byte <= firstBytes[1]);
}

async function readStatistics(
  connection: Connection,
  { metadata: { table, columns } }: OpenResult,
  signal: AbortSignal,
): Promise<TextStatisticsByColumn> {
  const names = columns.map(sourceTextColumnNameOf);
  const statisticsText = names.map((name) => `stats(${quoteName(name)}) AS ${quoteName(name)}`);
  const [row = {}] = await connection.rows(
    `SELECT ${statisticsText.join(", ")} FROM ${quoteName(table)} LIMIT 1`,
    [],
    signal,
  );
  return new Map(names.flatMap((name) => parseStatistics(row[name]).map((statistics) => [name, statistics] as const)));
}

/** Parses DuckDB's statistics, which are text for people; returns an empty list if the format has changed. */
function parseStatistics(statisticsText: unknown): TextStatistics[] {
  if (typeof statisticsText !== "string") {
    return [];
  }
  if (statisticsText.includes("[Has Null: true, Has No Null: false]")) {
    return [{ longest: 0 }];
  }
  const longest = /Max String Length: (\d+)\]/.exec(statisticsText)?.[1];
  if (longest === undefined) {
    return [];
  }
  // Minimum and maximum are user data, which may contain the same words as the statistics around them.
  const [before = "", after = "", ...others] = statisticsText.split(", Max: ");
  const [least, greatest] = [
    firstByte(before.replace(/^\[Min: /, "")),
    firstByte(after.split(", Has Unicode: ")[0] ?? ""),
  ];
  const isClear = others.length === 0 && least !== undefined && greatest !== undefined;
  return [{ longest: Number(longest), ...(isClear && { firstBytes: [least, greatest] as const }) }];
}

/**
 * Returns the first byte of a text in DuckDB's form, which has the backslash and bytes other than visible ASCII as
 * `\xC3`.
 */
function firstByte(text: string): number | undefined {
  const hex = /^\\x([0-9A-F]{2})/.exec(text)?.[1];
  return hex === undefined ? text.codePointAt(0) : Number.parseInt(hex, 16);
}
