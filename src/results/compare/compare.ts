import type { Connection } from "../../duckdb/database.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { CompareCounts, ComparedColumn, StoredResultWorkerRequests } from "../../protocol/stored-results.ts";
import { findExactColumns } from "../columns/exact-columns.ts";
import { ResultError } from "../model/result-error.ts";
import { additivityOf } from "../model/result-metadata.ts";
import { fillFromQuery } from "../store/fill-from-query.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import {
  buildDifferencesSql,
  buildDuplicateKeysSql,
  buildStatusCountsSql,
  type ComparedResult,
  type ComparedResults,
} from "./compare-sql.ts";

/**
 * Returns the names of the columns that two results share, and which of them to propose as keys. If no set of columns
 * is unique, proposes all columns that are not numbers.
 */
export async function findComparableColumns(
  store: ResultStore,
  leftId: string,
  rightId: string,
  signal: AbortSignal,
): Promise<ComparedColumn[]> {
  return store.use("Comparing", async (connection) => {
    const [left, right] = [await store.get(leftId), await store.get(rightId)];
    await left.kinds.find(connection, signal);
    await right.kinds.find(connection, signal);
    const columns = sharedNames(left, right).map((name) => {
      const kinds = [left, right].map(({ metadata }) => metadata.columns.find((column) => column.name === name)?.kind);
      return { name, kind: kinds[0] ?? "text", isNumber: kinds.includes("number") };
    });
    const names = columns.map(({ name }) => name);
    const sides = [await readSide(connection, left, names, signal), await readSide(connection, right, names, signal)];
    const keys = await findKeys(connection, sides, columns, signal);
    return columns.map(({ name, kind, isNumber }) => ({ name, kind, isKey: keys ? keys.includes(name) : !isNumber }));
  });
}

/**
 * Creates a result of the rows that differ between two results. Throws `badRequest` when a key is missing from one of
 * the results or the keys are not unique.
 */
export async function compareResults(
  store: ResultStore,
  { resultId, left, right, keys, tolerance, label }: StoredResultWorkerRequests["compare"]["params"],
  signal: AbortSignal,
): Promise<{ summary: ResultSummary; counts: CompareCounts }> {
  return store.use("Comparing", async (connection) => {
    const results = [await store.get(left.resultId), await store.get(right.resultId)] as const;
    const shared = sharedNames(...results);
    const missing = keys.filter((key) => !shared.includes(key));
    if (missing.length > 0) {
      throw problem(`both results need the key ${missing.map((key) => `"${key}"`).join(", ")}. Choose other keys`);
    }
    const sides: ComparedResults = {
      left: await readSide(connection, results[0], shared, signal),
      right: await readSide(connection, results[1], shared, signal),
      keys,
      others: shared.filter((name) => !keys.includes(name)),
      tolerance,
    };
    for (const [side, { title }] of [[sides.left, left] as const, [sides.right, right] as const]) {
      const [row] = await connection.rows(buildDuplicateKeysSql(side, keys), [], signal);
      if (Number(row?.["n"] ?? 0) > 0) {
        throw problem(
          `the keys ${keys.map((key) => `"${key}"`).join(", ")} do not tell the rows of "${title}" apart: ${row?.["n"]} combinations stand for several rows. Add a column to the keys`,
        );
      }
    }
    const query = buildDifferencesSql(sides);
    const [row] = await connection.rows(buildStatusCountsSql(sides), [], signal);
    const count = (name: keyof CompareCounts) => Number(row?.[name] ?? 0);
    const counts = { added: count("added"), gone: count("gone"), changed: count("changed"), same: count("same") };
    const comparison = { left: left.title, right: right.title, keys, compared: sides.others, tolerance, counts };
    const summary = await fillFromQuery(store, { resultId, label, query }, connection, signal, (metadata) => {
      metadata.comparison = comparison;
      metadata.isAggregate = results.some(({ metadata: compared }) =>
        compared.columns.some((column) => additivityOf(compared, column) === "none"),
      );
    });
    return { summary, counts };
  });
}

/** Names that occur exactly once in each result. */
function sharedNames(left: OpenResult, right: OpenResult): string[] {
  const once = ({ metadata }: OpenResult) => {
    const names = metadata.columns.map(({ name }) => name);
    return new Set(names.filter((name) => names.indexOf(name) === names.lastIndexOf(name)));
  };
  const others = once(right);
  return [...once(left)].filter((name) => others.has(name));
}

async function readSide(
  connection: Connection,
  result: OpenResult,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ComparedResult> {
  const { metadata } = result;
  if (metadata.columns.length === 0 || metadata.state === "loading") {
    throw problem("a result that has not loaded cannot be compared. Wait until it has, or run it again");
  }
  const positions = names.map((name) => metadata.columns.findIndex((column) => column.name === name));
  const columns = await findExactColumns(connection, result, positions, signal);
  return { table: metadata.table, columns: new Map(columns.map((column) => [column.name, column])) };
}

function problem(reason: string): ResultError {
  return new ResultError(`Comparing: ${reason}.`, { code: "badRequest" });
}

/** Column of both compared results. It may be part of the key by which their rows are matched. */
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
async function findKeys(
  connection: Connection,
  sides: readonly ComparedResult[],
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
  sides: readonly ComparedResult[],
  keys: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const side of sides) {
    const [row] = await connection.rows(buildDuplicateKeysSql(side, keys), [], signal);
    if (Number(row?.["n"] ?? 0) > 0) {
      return false;
    }
  }
  return true;
}
