import { type Connection, quoteName } from "../../duckdb/database.ts";
import {
  type Cell,
  maximumCellLength,
  maximumWindowRows,
  type RowBlock,
  type RowRange,
  type TreeNode,
} from "../../protocol/data-worker.ts";
import { isDefaultRowView, type RowView } from "../../protocol/row-view.ts";
import {
  buildShownTextSql,
  buildShownValueSql,
  type StoredColumn,
  sourceTextColumnNameOf,
  storedColumnNamesOf,
} from "../model/column-storage.ts";
import { buildNodeIdSql, type RowHierarchy } from "../model/hierarchy.ts";
import { ResultError } from "../model/result-error.ts";
import type { OpenResult } from "../store/result-store.ts";
import { readTextStatistics, type TextStatisticsByColumn } from "./text-statistics.ts";

/** Rows of a result in the order of a view. */
export interface OrderedRows {
  readonly rowCount: number;
  /** Whether the rows are in order without an ORDER BY clause. */
  readonly isInOrder: boolean;
  /**
   * Returns the FROM clause of `count` rows starting at `first`. `t` is the row and `t.p` its position. The rows have
   * only the given columns of the table, or all columns by default.
   */
  from(first: number, count: number, names?: readonly string[]): string;
}

/**
 * Returns the rows of a result in the order of a view. Builds the index of the view if necessary. Throws `badFilter`.
 */
export async function createOrderedRows(
  connection: Connection,
  result: OpenResult,
  view: RowView,
  signal: AbortSignal,
): Promise<OrderedRows> {
  const { metadata, viewIndexes } = result;
  const table = quoteName(metadata.table);
  if (isDefaultRowView(view) || metadata.rowCount === 0) {
    const rowCount = metadata.rowCount;
    return {
      rowCount,
      isInOrder: true,
      from: (first, count, names = ["*"]) =>
        `(SELECT rowid AS p, ${names.join(", ")} FROM ${table} WHERE rowid >= ${first} AND rowid < ${Math.min(first + count, rowCount)}) AS t`,
    };
  }
  // Needed before any first request, even one from a page restored after a reload, because an index sorted by the wrong
  // kind would persist.
  const relevantColumns = [...view.sort, ...view.filter].map(({ column }) => column);
  await result.kinds.find(connection, signal, relevantColumns);
  const index = await viewIndexes.ensure(connection, metadata, view, signal);
  return {
    rowCount: index.rowCount,
    isInOrder: false,
    from: (first, count, names = ["*"]) =>
      `(SELECT i.rowid AS p, ${names.map((name) => `r.${name}`).join(", ")} FROM ${quoteName(index.table)} AS i JOIN ${table} AS r ON r.rowid = i.rid WHERE i.rowid >= ${first} AND i.rowid < ${first + count}) AS t`,
  };
}

/** Reads at most `maximumWindowRows` consecutive rows, with long cells truncated. Throws `badRequest` for more rows. */
export async function readWindow(
  connection: Connection,
  result: OpenResult,
  range: RowRange,
  signal: AbortSignal,
): Promise<RowBlock> {
  const columns = columnsAt(result, range.columns);
  if (range.count > maximumWindowRows) {
    throw new ResultError(`A window has at most ${maximumWindowRows} rows.`, { code: "badRequest" });
  }
  const { metadata } = result;
  if (metadata.rowCount === 0 || columns.length === 0) {
    return { first: range.first, rows: [], rowCount: metadata.rowCount, cut: [] };
  }
  const ordered = await createOrderedRows(connection, result, range.view, signal);
  const texts = await readTextStatistics(connection, result, signal);
  const values = columns.map(({ column, position }) => windowSql(column, position, texts));
  const guard = metadata.smallGroups;
  const marked = columns.flatMap(({ column: { mark } }, index) =>
    guard && mark !== undefined ? [{ mark: quoteName(mark), index }] : [],
  );
  const marks = marked.map(({ mark }) => `t.${mark} IS NOT NULL`);
  const { hierarchy } = metadata;
  const total = hierarchy && !hierarchy.isTree ? [`t.rl < ${hierarchy.levelCount}`] : [];
  const names = columns.flatMap(({ column, position }) => storedColumnNamesOf(column, position));
  const source = ordered.from(checkInteger(range.first), checkInteger(range.count), [
    ...new Set([...names, ...marked.map(({ mark }) => mark), ...(total.length > 0 ? ["rl"] : [])]),
  ]);
  const order = ordered.isInOrder ? "" : "ORDER BY t.p";
  const sql = `SELECT ${[...values, ...marks, ...total].join(", ")} FROM ${source} ${order}`;
  const found = await connection.allColumns(sql, [], signal);
  const rows = (found[0] ?? []).map((): Cell[] => []);
  const cut: string[] = [];
  for (const [index, cells] of found.slice(0, columns.length).entries()) {
    for (const [place, row] of rows.entries()) {
      const value = cells[place];
      const text = typeof value === "string" ? value : null;
      const shown = text === null ? null : cutText(text);
      if (shown !== text) {
        cut.push(`${place}:${index}`);
      }
      row.push(shown);
    }
  }
  const small = marked.flatMap(({ index }, order) =>
    (found[columns.length + order] ?? []).flatMap((isSmall, place) => (isSmall === true ? [`${place}:${index}`] : [])),
  );
  const cells = small.length > 0 && guard ? { small: { guard, cells: small } } : {};
  const block = { first: range.first, rows, rowCount: ordered.rowCount, cut, ...cells };
  if (hierarchy?.isTree) {
    return { ...block, tree: await readNodes(connection, ordered, range, hierarchy, signal) };
  }
  const totals = (found[columns.length + marks.length] ?? []).flatMap((isTotal, row) =>
    isTotal === true ? [row] : [],
  );
  return totals.length > 0 ? { ...block, totals } : block;
}

async function readNodes(
  connection: Connection,
  ordered: OrderedRows,
  { first, count, view: { tree } }: RowRange,
  hierarchy: RowHierarchy,
  signal: AbortSignal,
): Promise<TreeNode[]> {
  const sql = `SELECT t.rl AS level, ${buildNodeIdSql(hierarchy)} AS id FROM ${ordered.from(checkInteger(first), checkInteger(count))} ORDER BY t.p`;
  const rows = await connection.rows(sql, [], signal);
  return rows.map(({ level: read, id }) => {
    const level = Number(read);
    return typeof id === "string"
      ? { level, id, isOpen: !tree || level <= tree.depth !== tree.toggled.includes(id) }
      : { level };
  });
}

/** SQL of a cell in a window. Truncates only columns with long texts, because a function costs as much as reading. */
function windowSql(column: StoredColumn, position: number, texts: TextStatisticsByColumn): string {
  const isText = column.storage === "VARCHAR";
  const name = sourceTextColumnNameOf(column, position);
  const length = texts.get(name)?.longest ?? Number.POSITIVE_INFINITY;
  const text = length <= maximumCellLength ? `t.${name}` : `left(t.${name}, ${maximumCellLength + 1})`;
  if (isText) {
    return text;
  }
  const value = buildShownValueSql(column, position, "t");
  return length === 0 ? value : `coalesce(${text}, ${value})`;
}

/** Truncates by characters (code points), some of which take two UTF-16 units. */
function cutText(text: string): string {
  if (text.length <= maximumCellLength) {
    return text;
  }
  const characters = [...text];
  return characters.length <= maximumCellLength ? text : characters.slice(0, maximumCellLength).join("");
}

/** Reads the complete value of one cell. */
export async function readCell(
  connection: Connection,
  result: OpenResult,
  row: number,
  column: number,
  view: RowView,
  signal: AbortSignal,
): Promise<Cell> {
  const [chosen] = columnsAt(result, [column]);
  if (!chosen || result.metadata.rowCount === 0) {
    return null;
  }
  const ordered = await createOrderedRows(connection, result, view, signal);
  const [found] = await connection.rows(
    `SELECT ${buildShownTextSql(chosen.column, column, "t")} AS v FROM ${ordered.from(checkInteger(row), 1)}`,
    [],
    signal,
  );
  return typeof found?.["v"] === "string" ? found["v"] : null;
}

/** Returns the columns at the given positions. Throws `badRequest` for a position without a column. */
export function columnsAt(
  { metadata }: OpenResult,
  columns: readonly number[],
): { column: StoredColumn; position: number }[] {
  return columns.map((position) => {
    const column = metadata.columns[position];
    if (!column) {
      throw new ResultError(`The result has no column ${position}.`, { code: "badRequest" });
    }
    return { column, position };
  });
}

/** Returns a number that is safe to insert into SQL. Throws `badRequest` unless it is a safe integer of at least 0. */
export function checkInteger(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new ResultError("A row number must be an integer of at least 0.", { code: "badRequest" });
  }
  return value;
}
