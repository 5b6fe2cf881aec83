import type { CellColumn, CellMembers } from "../../base/cell-members.ts";
import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import { baseResultId } from "../../protocol/pivot.ts";
import type { RowView } from "../../protocol/row-view.ts";
import { buildShownTextSql, type StoredColumn } from "../model/column-storage.ts";
import { ResultError } from "../model/result-error.ts";
import { additivityOf } from "../model/result-metadata.ts";
import type { PivotSource } from "../store/derived-results.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import { checkInteger, columnsAt, createOrderedRows } from "../view/result-rows.ts";

interface CellPlace {
  readonly row: number;
  readonly column: number;
  readonly view: RowView;
}

/** Rows of a query's result that a cell was computed from: one, or several for a cell of a pivot. */
interface CellRows {
  readonly base: OpenResult;
  /** Position of the metric's column in the result. */
  readonly metric: number;
  /** FROM clause and conditions of the rows `t`. */
  readonly rows: string;
  /** Whether rows that a filter leaves out can make the members of the rows other than all their combinations. */
  readonly isFiltered: boolean;
}

/** Maximum number of members of one column. A condition on more of them is too long for a query. */
const maxMembers = 500;

/**
 * Returns the members at which a cell of an aggregate or of its pivot stands. Throws `badRequest` if the cell is not a
 * value of a metric, its members are no combination that conditions can express, or its small group is hidden.
 */
export async function readCellMembers(
  connection: Connection,
  store: Pick<ResultStore, "get" | "derived">,
  resultId: string,
  place: CellPlace,
  signal: AbortSignal,
): Promise<CellMembers> {
  const shown = await store.get(resultId);
  const pivot = store.derived.get(resultId)?.pivot;
  await requireVisible(connection, shown, place, signal);
  const found = pivot
    ? await rowsOfPivotCell(connection, shown, await store.get(baseResultId(resultId)), pivot, place, signal)
    : await rowsOfCell(connection, shown, place, signal);
  const { base, metric } = found;
  const dimensions = base.metadata.columns.flatMap((column, position) =>
    column.isMark || additivityOf(base.metadata, column) !== undefined ? [] : [{ column, position }],
  );
  const columns: CellColumn[] = [];
  for (const { column, position } of dimensions) {
    columns.push(await readColumn(connection, found, column, position, signal));
  }
  if (columns.some(({ values }) => values.length === 0)) {
    throw refusal("The query answered no row for this cell.");
  }
  if (found.isFiltered && columns.some(({ values }) => values.length > 1)) {
    const texts = dimensions.map(({ column, position }) => buildShownTextSql(column, position, "t"));
    const [counted] = await connection.rows(
      `SELECT count(*) AS n FROM (SELECT DISTINCT ${texts.join(", ")} FROM ${found.rows})`,
      [],
      signal,
    );
    if (Number(counted?.["n"]) !== columns.reduce((product, { values }) => product * values.length, 1)) {
      throw refusal("The cell adds up a choice of rows that one list cannot have. Remove the filters of the result.");
    }
  }
  return { metric: base.metadata.columns[metric]?.name ?? "", columns };
}

function refusal(message: string): ResultError {
  return new ResultError(message, { code: "badRequest" });
}

/** Throws `badRequest` for a value that the guard of small groups hides. */
async function requireVisible(
  connection: Connection,
  result: OpenResult,
  { row, column, view }: CellPlace,
  signal: AbortSignal,
): Promise<void> {
  const { smallGroups } = result.metadata;
  const [chosen] = columnsAt(result, [column]);
  const mark = chosen?.column.mark;
  if (smallGroups?.mode !== "hide" || mark === undefined) {
    return;
  }
  const ordered = await createOrderedRows(connection, result, view, signal);
  const [found] = await connection.rows(
    `SELECT t.${quoteName(mark)} IS NOT NULL AS small FROM ${ordered.from(checkInteger(row), 1)}`,
    [],
    signal,
  );
  if (found?.["small"] !== false) {
    throw refusal(
      `Fewer than ${smallGroups.threshold} people stand behind a part of this value, and small groups are hidden on this connection.`,
    );
  }
}

async function rowsOfCell(
  connection: Connection,
  result: OpenResult,
  { row, column, view }: CellPlace,
  signal: AbortSignal,
): Promise<CellRows> {
  requireMetric(result, column);
  const ordered = await createOrderedRows(connection, result, view, signal);
  return { base: result, metric: column, rows: ordered.from(checkInteger(row), 1), isFiltered: false };
}

async function rowsOfPivotCell(
  connection: Connection,
  pivot: OpenResult,
  base: OpenResult,
  { request, filter, heads }: PivotSource,
  { row, column, view }: CellPlace,
  signal: AbortSignal,
): Promise<CellRows> {
  const value = column - request.rows.length;
  const metric = request.values[value % request.values.length]?.column;
  if (value < 0 || metric === undefined) {
    throw refusal("This cell has no value of a metric.");
  }
  requireMetric(base, metric);
  const ordered = await createOrderedRows(connection, pivot, view, signal);
  const names = request.rows.map((_, index) => `t.c${index}`);
  const [found] = await connection.rows(
    `SELECT ${["t.rl", ...names].join(", ")} FROM ${ordered.from(checkInteger(row), 1)}`,
    [],
    signal,
  );
  const depth = Number(found?.["rl"] ?? 0);
  const members = [
    ...request.rows.slice(0, depth).map((position, index) => ({ position, member: found?.[`c${index}`] })),
    ...(heads[Math.floor(value / request.values.length)] ?? []).map((member, index) => ({
      position: request.columns[index] ?? 0,
      member,
    })),
  ];
  const conditions = members.map(({ position, member }) => {
    const [chosen] = columnsAt(base, [position]);
    const text = chosen ? buildShownTextSql(chosen.column, position, "t") : "NULL";
    return `${text} IS NOT DISTINCT FROM ${typeof member === "string" ? quoteText(member) : "NULL"}`;
  });
  const rows = await createOrderedRows(connection, base, { sort: [], filter }, signal);
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "";
  const isFiltered = filter.length > 0 || base.metadata.state !== "done";
  return { base, metric, rows: `${rows.from(0, rows.rowCount)}${where}`, isFiltered };
}

function requireMetric({ metadata }: OpenResult, position: number): void {
  const column = metadata.columns[position];
  if (!column || additivityOf(metadata, column) === undefined) {
    throw refusal("This cell has no value of a metric.");
  }
}

async function readColumn(
  connection: Connection,
  { base, rows }: CellRows,
  column: StoredColumn,
  position: number,
  signal: AbortSignal,
): Promise<CellColumn> {
  const text = buildShownTextSql(column, position, "t");
  const read = async (source: string) => {
    const found = await connection.rows(
      `SELECT DISTINCT ${text} AS v FROM ${source} ORDER BY v LIMIT ${maxMembers + 1}`,
      [],
      signal,
    );
    return found.map(({ v }) => (typeof v === "string" ? v : null));
  };
  const values = await read(rows);
  if (values.length > maxMembers) {
    throw refusal(`The cell adds up more than ${maxMembers} members of "${column.name}". Choose a smaller one.`);
  }
  if (column.kind !== "date") {
    return { name: column.name, values };
  }
  const known = await read(`${quoteName(base.metadata.table)} AS t`);
  return { name: column.name, values, known: known.filter((value) => value !== null) };
}
