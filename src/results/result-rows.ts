import { type Connection, quoteName } from "../duckdb/database.ts";
import {
  type Cell,
  maximumCellLength,
  maximumWindowRows,
  type RowBlock,
  type RowRange,
} from "../protocol/data-worker.ts";
import { isWholeResult, type RowView } from "../protocol/row-view.ts";
import { sniffColumnKinds } from "./column-kinds.ts";
import { type StoredColumn, shownSql } from "./column-storage.ts";
import { ResultError } from "./result-error.ts";
import type { OpenResult } from "./result-store.ts";

/** FROM and WHERE that give `count` rows from `first` on, in order: `t` is the row, `p` its position. */
export interface OrderedRows {
  readonly rowCount: number;
  from(first: number, count: number): string;
}

/** The rows of a result as a view shows them, built when it is not there yet. */
export async function orderedRows(
  connection: Connection,
  result: OpenResult,
  view: RowView,
  signal: AbortSignal,
): Promise<OrderedRows> {
  const { facts, viewIndexes } = result;
  const table = quoteName(facts.table);
  if (isWholeResult(view) || facts.rowCount === 0) {
    const rowCount = facts.rowCount;
    return {
      rowCount,
      from: (first, count) =>
        `(SELECT rowid AS p, * FROM ${table} WHERE rowid >= ${first} AND rowid < ${Math.min(first + count, rowCount)}) AS t`,
    };
  }
  // Whoever asks first, also a window that a page remembers from before a reload: an order by the wrong kind would stay.
  await sniffColumnKinds(connection, result, signal);
  const index = await viewIndexes.ensure(connection, facts, view, signal);
  return {
    rowCount: index.rowCount,
    from: (first, count) =>
      `(SELECT i.rowid AS p, r.* FROM ${quoteName(index.table)} AS i JOIN ${table} AS r ON r.rowid = i.rid WHERE i.rowid >= ${first} AND i.rowid < ${first + count}) AS t`,
  };
}

/** A window of at most 500 rows, long cells cut. */
export async function readWindow(
  connection: Connection,
  result: OpenResult,
  range: RowRange,
  signal: AbortSignal,
): Promise<RowBlock> {
  const columns = chosenColumns(result, range.columns);
  if (range.count > maximumWindowRows) {
    throw new ResultError(`A window has at most ${maximumWindowRows} rows.`, { code: "badRequest" });
  }
  const { facts } = result;
  if (facts.rowCount === 0 || columns.length === 0) {
    return { first: range.first, rows: [], rowCount: facts.rowCount, cut: [] };
  }
  const ordered = await orderedRows(connection, result, range.view, signal);
  const values = columns.map(
    ({ column, position }, index) => `left(${shownSql(column, position, "t")}, ${maximumCellLength + 1}) AS v${index}`,
  );
  const rows = await connection.rows(
    `SELECT ${values.join(", ")} FROM ${ordered.from(wholeNumber(range.first), wholeNumber(range.count))} ORDER BY t.p`,
    [],
    signal,
  );
  const cut: string[] = [];
  const cells = rows.map((row, rowIndex) =>
    columns.map((_, index): Cell => {
      const value = row[`v${index}`];
      if (typeof value !== "string") {
        return null;
      }
      if ([...value].length <= maximumCellLength) {
        return value;
      }
      cut.push(`${rowIndex}:${index}`);
      return [...value].slice(0, maximumCellLength).join("");
    }),
  );
  return { first: range.first, rows: cells, rowCount: ordered.rowCount, cut };
}

/** The whole value of one cell. */
export async function readCell(
  connection: Connection,
  result: OpenResult,
  row: number,
  column: number,
  view: RowView,
  signal: AbortSignal,
): Promise<Cell> {
  const [chosen] = chosenColumns(result, [column]);
  if (!chosen || result.facts.rowCount === 0) {
    return null;
  }
  const ordered = await orderedRows(connection, result, view, signal);
  const [found] = await connection.rows(
    `SELECT ${shownSql(chosen.column, column, "t")} AS v FROM ${ordered.from(wholeNumber(row), 1)}`,
    [],
    signal,
  );
  return typeof found?.["v"] === "string" ? found["v"] : null;
}

export function chosenColumns(
  { facts }: OpenResult,
  columns: readonly number[],
): { column: StoredColumn; position: number }[] {
  return columns.map((position) => {
    const column = facts.columns[position];
    if (!column) {
      throw new ResultError(`The result has no column ${position}.`, { code: "badRequest" });
    }
    return { column, position };
  });
}

/** Keeps what is put into SQL text a number. */
export function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new ResultError("A row is a whole number from 0 on.", { code: "badRequest" });
  }
  return value;
}
