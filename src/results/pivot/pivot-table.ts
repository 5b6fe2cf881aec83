import type { ColumnAdditivity } from "../../base/additivity.ts";
import { type ColumnMemberNames, displayNameOf, type MemberNames } from "../../base/member-names.ts";
import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import {
  maximumPivotColumns,
  type PivotLabels,
  type PivotRequest,
  type PivotRequests,
  type PivotShowAs,
  type PivotValue,
} from "../../protocol/pivot.ts";
import { formatTimeMember } from "../../protocol/time-member.ts";
import { buildPeriodSql, createAggregate } from "../columns/aggregate-sql.ts";
import { chooseNumberRepresentations } from "../columns/exact-number.ts";
import { buildShownTextSql, type StoredColumn } from "../model/column-storage.ts";
import type { RowHierarchy } from "../model/hierarchy.ts";
import { ResultError } from "../model/result-error.ts";
import { additivityOf, memberNamesOf } from "../model/result-metadata.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt, createOrderedRows } from "../view/result-rows.ts";
import {
  buildColumnHeadersSql,
  buildLevelMembersSql,
  buildPivotCellsSql,
  buildPivotGroupsSql,
  buildPivotTableSql,
  findPeriodKey,
  guardedValuesOf,
  type PivotColumnHeader,
  type PivotKey,
  type PivotPlan,
  smallGroupMarkColumnOf,
} from "./pivot-sql.ts";

/** Columns, number of rows and row hierarchy of a computed pivot. */
export interface ComputedPivot {
  readonly columns: readonly StoredColumn[];
  readonly rowCount: number;
  readonly hierarchy: RowHierarchy;
  /** Additivity of those columns whose values must not be added up again, such as averages. */
  readonly additivity: ColumnAdditivity;
  /** Display names of the members in the columns of row members. */
  readonly memberNames: ColumnMemberNames;
  /** Members over the columns of values, one entry for all metrics. Undefined for the column of totals. */
  readonly heads: readonly (readonly (string | null)[] | undefined)[];
}

/**
 * Computes a pivot and stores it in a new table, whose columns `c0`, `c1` and so on are text. Throws `tooLarge` when
 * the table would have too many columns. Throws `badRequest` when the request does not match the columns of the result.
 */
export async function computePivotTable(
  connection: Connection,
  result: OpenResult,
  { request, labels, filter }: PivotRequests["pivot"]["params"],
  table: string,
  signal: AbortSignal,
): Promise<ComputedPivot> {
  await result.kinds.find(connection, signal);
  const plan = await createPlan(connection, result, request, filter, signal);
  const run = (sql: string) => connection.run(sql, [], signal);
  await run(`CREATE TEMP TABLE pivot_groups AS ${buildPivotGroupsSql(plan)}`);
  for (const key of [...plan.rows, ...plan.columns]) {
    await run(`CREATE TEMP TABLE pivot_members_${key.name} AS ${buildLevelMembersSql(key, plan.isByName)}`);
  }
  await run(`CREATE TEMP TABLE pivot_cells AS ${buildPivotCellsSql(plan)}`);
  const names = columnsAt(result, request.columns).map(({ column }) => memberNamesOf(result.metadata, column));
  const heads = await readHeads(connection, plan, labels, names, signal);
  const hasTotalColumn = plan.columns.length === 0 || request.hasTotals;
  const columnCount = (heads.length + (hasTotalColumn ? 1 : 0)) * plan.values.length;
  if (columnCount > maximumPivotColumns || heads.length > maximumPivotColumns) {
    const found = heads.length > maximumPivotColumns ? `more than ${maximumPivotColumns}` : String(columnCount);
    throw new ResultError(
      `The pivot would have ${found} columns; ${maximumPivotColumns} is the most. Move a field from Columns to Rows, or filter the result first.`,
      { code: "tooLarge" },
    );
  }
  if (plan.rows.length + columnCount === 0) {
    return {
      columns: [],
      rowCount: 0,
      hierarchy: { levelCount: 0, isTree: false },
      additivity: {},
      memberNames: {},
      heads: [],
    };
  }
  const isTree = request.isTree === true && request.rows.length > 1;
  const shape = {
    heads,
    hasTotalColumn,
    levels: shownLevels(request),
    isTree,
    emptyLevels: isTree && !request.hasSubtotals ? innerLevels(request) : [],
    totalLabel: quoteText(labels.total),
  };
  const [made] = await connection.rows(
    `CREATE TABLE ${quoteName(table)} AS ${buildPivotTableSql(plan, shape)}`,
    [],
    signal,
  );
  const named: Member[] = plan.columns.length === 0 ? [undefined] : heads.map(({ name, shown }) => ({ name, shown }));
  if (plan.columns.length > 0 && hasTotalColumn) {
    named.push({ name: labels.total, shown: labels.total, isTotal: true });
  }
  const keys = columnsAt(result, request.rows).map(({ column }) => memberColumn(column, plan, labels));
  const values = named.flatMap((head) =>
    plan.values.map(({ aggregate }, index) => metricColumn(head, index, plan, labels, aggregate.outcome)),
  );

  const hierarchy = { levelCount: request.rows.length, isTree };
  const marked = new Set(guardedValuesOf(plan, heads.length, hasTotalColumn).map(({ column }) => column));
  const columns = [...keys, ...values].map(
    (column, position): StoredColumn => ({
      ...column,
      storage: "VARCHAR",
      ...(marked.has(position) && { mark: smallGroupMarkColumnOf(position) }),
    }),
  );
  const additivity = Object.fromEntries(
    values
      .filter((_, index) => isNotAdditive(request.values[index % request.values.length], result))
      .map(({ name }) => [name, "none"] as const),
  );
  const memberNames = Object.fromEntries(
    columnsAt(result, request.rows).flatMap(({ column }) => {
      const known = memberNamesOf(result.metadata, column);
      return known ? [[column.name, known] as const] : [];
    }),
  );
  const members = heads.map((head) => head.members);
  return { columns, rowCount: Number(made?.["Count"]), hierarchy, additivity, memberNames, heads: members };
}

/** Whether the values that a pivot computes must not be added up: averages, distinct counts, and those of such metrics. */
function isNotAdditive(value: PivotValue | undefined, { metadata }: OpenResult): boolean {
  const column = value && metadata.columns[value.column];
  if (!column || value.function === "count") {
    return false;
  }
  const isOwn = value.function === "average" || value.function === "distinct" || value.show === "percentChange";
  return isOwn || additivityOf(metadata, column) === "none";
}

/** Describes a column of row members. If there is only one metric, its name is shown above, in the table's corner. */
function memberColumn({ name, kind }: StoredColumn, { columns }: PivotPlan, labels: PivotLabels) {
  const [metric] = labels.values;
  const isCorner = columns.length > 0 && labels.values.length === 1 && metric !== undefined;
  const head = columns.length === 0 ? {} : { head: { text: name, ...(isCorner && { over: metric }) } };
  return { name, kind, ...head };
}

/** Member over a column of values, with the text that headers show; undefined if the pivot has no columns. */
type Member = { readonly name: string; readonly shown: string; readonly isTotal?: true } | undefined;

/**
 * Describes a column of values. Its name has both member and metric, because copies and exports have one line of names.
 * Its header shows the member above the metric if there are several metrics; otherwise the member alone, below the
 * metric if the table has no corner.
 */
function metricColumn(
  member: Member,
  index: number,
  { rows }: PivotPlan,
  labels: PivotLabels,
  outcome: "text" | "exact" | "double",
): Pick<StoredColumn, "name" | "kind" | "head"> {
  const metric = labels.values[index] ?? "";
  const kind = outcome === "text" ? "text" : "number";
  if (member === undefined) {
    return { name: metric, kind };
  }
  const { name, shown, isTotal } = member;
  const isOneOfSeveral = labels.values.length > 1;
  const over = isOneOfSeveral ? { over: shown } : rows.length === 0 ? { over: metric } : {};
  const head = { text: isOneOfSeveral ? metric : shown, ...over, metric, ...(isTotal && { isTotal }) };
  return { name: `${name} · ${metric}`, kind, head };
}

async function createPlan(
  connection: Connection,
  result: OpenResult,
  request: PivotRequest,
  filter: PivotRequests["pivot"]["params"]["filter"],
  signal: AbortSignal,
): Promise<PivotPlan> {
  if (request.values.length === 0) {
    throw new ResultError("A pivot needs a value. Move a field to Values.", { code: "badRequest" });
  }
  const ordered = await createOrderedRows(connection, result, { sort: [], filter }, signal);
  const values = request.values.map((value) => {
    const [chosen] = columnsAt(result, [value.column]);
    return { value, chosen };
  });
  const numbers = values.flatMap(({ chosen }) => (chosen?.column.kind === "number" ? [chosen.position] : []));
  const forms = await chooseNumberRepresentations(connection, result, ordered, numbers, signal);
  const createKeys = (positions: readonly number[], prefix: string): PivotKey[] =>
    columnsAt(result, positions).map(({ column, position }, index) => ({
      name: `${prefix}${index}`,
      kind: column.kind,
      input: buildShownTextSql(column, position, "t"),
    }));
  const plan: PivotPlan = {
    source: ordered.from(0, ordered.rowCount),
    period: buildPeriodSql(result.metadata.columns),
    rows: createKeys(request.rows, "r"),
    columns: createKeys(request.columns, "m"),
    values: values.flatMap(({ value, chosen }) =>
      chosen
        ? [
            {
              aggregate: createAggregate(value.function, {
                ...chosen,
                form: forms.get(chosen.position),
                additivity: additivityOf(result.metadata, chosen.column),
              }),
              show: value.show,
              isSmall: chosen.column.mark && `t.${quoteName(chosen.column.mark)} IS NOT NULL`,
            },
          ]
        : [],
    ),
    isByName: request.memberOrder === "name",
  };
  for (const { aggregate, show } of plan.values) {
    checkShow(plan, aggregate.outcome, show);
  }
  return plan;
}

function checkShow(plan: PivotPlan, outcome: "text" | "exact" | "double", show: PivotShowAs): void {
  if (show !== "value" && outcome === "text") {
    throw new ResultError("Shares and changes need numbers. Show the value itself, or count it.", {
      code: "badRequest",
    });
  }
  if ((show === "change" || show === "percentChange") && !findPeriodKey(plan)) {
    throw new ResultError("A change needs periods to compare. Move a field with dates to Columns or Rows.", {
      code: "badRequest",
    });
  }
}

/** Returns the row levels that are shown; 0 is the grand total. */
function shownLevels(request: PivotRequest): number[] {
  const { rows, hasTotals, hasSubtotals, isTree } = request;
  const between = hasSubtotals || isTree ? innerLevels(request) : [];
  return [...(hasTotals || rows.length === 0 ? [0] : []), ...between, ...(rows.length === 0 ? [] : [rows.length])];
}

/** Returns all row levels except the grand total and the innermost. */
function innerLevels({ rows }: PivotRequest): number[] {
  return rows.slice(1).map((_, index) => index + 1);
}

interface Head extends PivotColumnHeader {
  /** Members as the result has them, which name the column. */
  readonly name: string;
  /** Members by display name. */
  readonly shown: string;
  readonly members: readonly (string | null)[];
}

/** Reads the members over the columns of values. `display` has the display names of each column field. */
async function readHeads(
  connection: Connection,
  plan: PivotPlan,
  labels: PivotLabels,
  display: readonly (MemberNames | undefined)[],
  signal: AbortSignal,
): Promise<Head[]> {
  if (plan.columns.length === 0) {
    return [];
  }
  const rows = await connection.rows(buildColumnHeadersSql(plan), [], signal);
  return rows.map((row) => {
    const names = plan.columns.map(({ name, kind }) => {
      const member = row[name];
      return typeof member !== "string" ? labels.missing : kind === "date" ? formatTimeMember(member) : member;
    });
    const ordinals = plan.columns.map(({ name }) => Number(row[`o${name}`]));
    const members = plan.columns.map(({ name }) => {
      const member = row[name];
      return typeof member === "string" ? member : null;
    });
    const shown = names.map((name, index) =>
      members[index] === null ? name : (displayNameOf(display[index], name) ?? name),
    );
    return { name: names.join(" · "), shown: shown.join(" · "), ordinals, members };
  });
}
