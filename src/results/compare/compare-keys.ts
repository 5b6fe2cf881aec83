import type { Connection } from "../../duckdb/database.ts";
import { type ComparedSide, duplicatesSql } from "./compare-sql.ts";

/** A column that both compared results have. */
interface KeyCandidate {
  readonly name: string;
  /** True if the column holds numbers in at least one of the results. */
  readonly isNumber: boolean;
}

/**
 * Limits for wide results: columns tried alone, columns tried in combination, columns of a key, and queries in total.
 */
const maxSingles = 30;
const maxCombined = 8;
const maxKeyColumns = 3;
const maxTries = 80;

const idName = /(^|[_.\s-])(id|uuid|key|code)$|[a-z](ID|Id|UUID|Key|Code)$/;

/**
 * Finds the smallest set of columns whose values are unique in both results. Tries columns named like ids first, then
 * the other columns that are not numbers. Returns undefined if no set was found within the limits.
 */
export async function findKeys(
  connection: Connection,
  sides: readonly ComparedSide[],
  candidates: readonly KeyCandidate[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const ordered = candidates
    .filter(({ name, isNumber }) => !isNumber || idName.test(name))
    .map(({ name }) => name)
    .toSorted((one, other) => Number(idName.test(other)) - Number(idName.test(one)));
  let tries = 0;
  for (const keys of candidateSets(ordered)) {
    if (tries++ >= maxTries) {
      return undefined;
    }
    if (await isUnique(connection, sides, keys, signal)) {
      return keys;
    }
  }
  return undefined;
}

/** Yields single columns, then combinations of two and three of the first columns, in the given order. */
function* candidateSets(names: readonly string[]): Generator<readonly string[]> {
  for (const name of names.slice(0, maxSingles)) {
    yield [name];
  }
  const combined = names.slice(0, maxCombined);
  for (let size = 2; size <= maxKeyColumns; size++) {
    yield* combinations(combined, size);
  }
}

function* combinations(names: readonly string[], size: number): Generator<readonly string[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [index, name] of names.entries()) {
    for (const rest of combinations(names.slice(index + 1), size - 1)) {
      yield [name, ...rest];
    }
  }
}

async function isUnique(
  connection: Connection,
  sides: readonly ComparedSide[],
  keys: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const side of sides) {
    const [row] = await connection.rows(duplicatesSql(side, keys), [], signal);
    if (Number(row?.["n"] ?? 0) > 0) {
      return false;
    }
  }
  return true;
}
