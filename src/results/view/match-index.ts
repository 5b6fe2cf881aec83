import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { FindAnswer, FindRequest, MatchRequest } from "../../protocol/view-requests.ts";
import { buildShownTextSql } from "../model/column-storage.ts";
import { orDisplayName } from "../order/member-filter.ts";
import type { MatchIndex } from "../order/view-index.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt, createOrderedRows } from "./result-rows.ts";

/** Rows searched by the first and the largest step. */
const firstStepRows = 4000;
const maxStepRows = 256_000;

/** Counts the cells that contain a text. Caches the positions of these cells until the next search. */
export async function countMatchingCells(
  connection: Connection,
  result: OpenResult,
  request: MatchRequest,
  signal: AbortSignal,
): Promise<number> {
  const key = matchKey(result, request);
  const { matches } = result.viewIndexes;
  const known = matches.find(key);
  if (known) {
    return known.count;
  }
  const ordered = await createOrderedRows(connection, result, request.view, signal);
  const { any, hits } = matchSql(result, request);
  const table = matches.nextName();
  await connection.run(
    `CREATE TABLE ${quoteName(table)} AS SELECT p, hits, (sum(len(hits)) OVER (ORDER BY p ROWS UNBOUNDED PRECEDING))::BIGINT AS last
     FROM (SELECT t.p AS p, ${hits} AS hits FROM ${ordered.from(0, ordered.rowCount)} WHERE ${any}) ORDER BY p`,
    [],
    signal,
  );
  const [found] = await connection.rows(`SELECT coalesce(max(last), 0) AS n FROM ${quoteName(table)}`);
  const count = Number(found?.["n"]);
  await matches.replace(connection, { key, table, count });
  return count;
}

/**
 * Finds the next or previous cell that contains a text, starting from a given cell. Uses the cache of
 * `countMatchingCells`, if there is one.
 */
export async function findMatchingCell(
  connection: Connection,
  result: OpenResult,
  request: FindRequest,
  signal: AbortSignal,
): Promise<FindAnswer> {
  if (result.metadata.rowCount === 0 || request.columns.length === 0) {
    return { cell: undefined, ordinal: undefined, count: 0 };
  }
  const built = result.viewIndexes.matches.find(matchKey(result, request));
  return built ? findBuilt(connection, built, request, signal) : findInRows(connection, result, request, signal);
}

async function findBuilt(
  connection: Connection,
  { table, count }: MatchIndex,
  request: FindRequest,
  signal: AbortSignal,
): Promise<FindAnswer> {
  const { from, direction } = request;
  if (count === 0) {
    return { cell: undefined, ordinal: undefined, count };
  }
  const [here, beyond, way] =
    direction === "next"
      ? [`hits[-1] > ${from.column}`, `p > ${from.row}`, "ASC"]
      : [`hits[1] < ${from.column}`, `p < ${from.row}`, "DESC"];
  const select = `SELECT p, to_json(hits)::VARCHAR AS hits, last FROM ${quoteName(table)}`;
  const [ahead] = await connection.rows(
    `${select} WHERE ${beyond} OR (p = ${from.row} AND ${here}) ORDER BY p ${way} LIMIT 1`,
    [],
    signal,
  );
  const [row] = ahead ? [ahead] : await connection.rows(`${select} ORDER BY p ${way} LIMIT 1`, [], signal);
  const hits: number[] = JSON.parse(String(row?.["hits"]));
  const position = Number(row?.["p"]);
  const column = chooseHit(hits, ahead !== undefined && position === from.row, request);
  return {
    cell: { row: position, column },
    ordinal: Number(row?.["last"]) - hits.length + hits.indexOf(column) + 1,
    count,
  };
}

/** Searches the rows in steps of growing size from the given cell on, then from the other end. */
async function findInRows(
  connection: Connection,
  result: OpenResult,
  request: FindRequest,
  signal: AbortSignal,
): Promise<FindAnswer> {
  const ordered = await createOrderedRows(connection, result, request.view, signal);
  const { any, hits } = matchSql(result, request);
  const { from, direction } = request;
  const way = direction === "next" ? "ASC" : "DESC";
  const side = direction === "next" ? `list_max(${hits}) > ${from.column}` : `list_min(${hits}) < ${from.column}`;
  const ahead = `(t.p <> ${from.row} OR ${side})`;
  const search = async (start: number, end: number, condition: string) => {
    for (const { first, count } of searchSteps(start, end, direction)) {
      const [row] = await connection.rows(
        `SELECT t.p AS p, to_json(${hits})::VARCHAR AS hits FROM ${ordered.from(first, count)} WHERE (${any}) AND ${condition} ORDER BY t.p ${way} LIMIT 1`,
        [],
        signal,
      );
      if (row) {
        const position = Number(row["p"]);
        const isStart = condition === ahead && position === from.row;
        return { row: position, column: chooseHit(JSON.parse(String(row["hits"])), isStart, request) };
      }
    }
    return undefined;
  };
  const cell =
    direction === "next"
      ? ((await search(from.row, ordered.rowCount, ahead)) ??
        (await search(0, Math.min(from.row + 1, ordered.rowCount), "true")))
      : ((await search(0, Math.min(from.row + 1, ordered.rowCount), ahead)) ??
        (await search(from.row, ordered.rowCount, "true")));
  return { cell: cell, ordinal: undefined, count: cell ? undefined : 0 };
}

function* searchSteps(
  start: number,
  end: number,
  direction: FindRequest["direction"],
): Generator<{ first: number; count: number }> {
  let size = firstStepRows;
  for (let done = 0; done < end - start; size = Math.min(size * 4, maxStepRows)) {
    const count = Math.min(size, end - start - done);
    yield { first: direction === "next" ? start + done : end - done - count, count };
    done += count;
  }
}

/** Chooses the matching column of a row. In the start row, only columns ahead count unless the search has wrapped. */
function chooseHit(hits: readonly number[], isStart: boolean, { from, direction }: FindRequest): number {
  const isNext = direction === "next";
  const left = isStart ? hits.filter((hit) => (isNext ? hit > from.column : hit < from.column)) : hits;
  return (isNext ? left.at(0) : left.at(-1)) ?? 0;
}

/** SQL of whether a row `t` contains the text (`any`), and of the indexes of the columns that contain it (`hits`). */
function matchSql(result: OpenResult, request: MatchRequest): { any: string; hits: string } {
  const { text, isCaseSensitive } = request;
  const contains = (name: string) =>
    isCaseSensitive ? name.includes(text) : name.toLowerCase().includes(text.toLowerCase());
  const tests = columnsAt(result, request.columns).map(({ column, position }) => {
    const shown = buildShownTextSql(column, position, "t");
    return orDisplayName(containsSql(shown, request), result.metadata, column, shown, contains);
  });
  return {
    any: tests.length > 0 ? tests.join(" OR ") : "false",
    hits: `list_filter([${tests.map((test, index) => `CASE WHEN ${test} THEN ${index} END`).join(", ")}], hit -> hit IS NOT NULL)`,
  };
}

function containsSql(shown: string, { text, isCaseSensitive }: MatchRequest): string {
  // Text without letters needs no conversion to lower case, which is faster.
  const isPlain = isCaseSensitive || text.toLowerCase() === text.toUpperCase();
  return isPlain ? `contains(${shown}, ${quoteText(text)})` : `contains(lower(${shown}), lower(${quoteText(text)}))`;
}

function matchKey({ metadata }: OpenResult, { view, columns, text, isCaseSensitive }: MatchRequest): string {
  const { rowCount, memberNames } = metadata;
  const isNamed = memberNames !== undefined;
  return JSON.stringify([rowCount, view.sort, view.filter, view.tree, columns, text, isCaseSensitive, isNamed]);
}
