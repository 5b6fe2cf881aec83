import type { ColumnKind } from "../../protocol/data-worker.ts";
import { maximumPivotColumns, type PivotShowAs } from "../../protocol/pivot.ts";
import type { AggregateComputation } from "../columns/aggregate-sql.ts";
import { buildNumberTextSql } from "../columns/exact-number.ts";
import { buildHierarchyColumnsSql } from "../model/hierarchy.ts";

/** A result column whose members are the rows or the columns of a pivot. */
export interface PivotKey {
  /** Column name in SQL: `r0` for the outermost level of rows, `m0` for the outermost level of columns. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** SQL of the member in a source row `t`. */
  readonly input: string;
}

/** Input for building the SQL of a pivot. */
export interface PivotPlan {
  /** FROM clause of the source rows `t`. */
  readonly source: string;
  /** SQL of the period of the row `t`. */
  readonly period: string;
  readonly rows: readonly PivotKey[];
  readonly columns: readonly PivotKey[];
  readonly values: readonly {
    readonly aggregate: AggregateComputation;
    readonly show: PivotShowAs;
    /** SQL condition that the value of the row `t` is based on a small group; undefined if group sizes are unknown. */
    readonly isSmall: string | undefined;
  }[];
  readonly isByName: boolean;
}

/** Header of a pivot's column: a combination of members, each given by its ordinal within its level. */
export interface PivotColumnHeader {
  readonly ordinals: readonly number[];
}

/**
 * Builds SQL with one row for each cell of a pivot. `rl` is the number of row levels that the cell has members of, `mt`
 * is true for a total over all columns, and `a<n>` is the n-th value. Totals are computed from the source rows, so that
 * averages and distinct counts are correct.
 */
export function buildPivotGroupsSql({ source, period, rows, columns, values }: PivotPlan): string {
  const keys = [...rows, ...columns];
  const inputs = [
    ...keys.map(({ input, name }) => `${input} AS ${name}`),
    ...values.map(({ aggregate }, index) => `${aggregate.input} AS v${index}`),
    ...values.flatMap(({ isSmall }, index) => (isSmall === undefined ? [] : [`${isSmall} AS s${index}`])),
  ];
  const prefixes = rows.map((_, index) => rows.slice(0, index + 1).map(({ name }) => name));
  const along = columns.map(({ name }) => name);
  const sets = [[], ...prefixes].flatMap((down) => (along.length === 0 ? [down] : [down, [...down, ...along]]));
  const outputs = [
    ...keys.map(({ name }) => name),
    `${levelSql(rows)} AS rl`,
    `${along.length === 0 ? "true" : `grouping(${along[0]}) = 1`} AS mt`,
    "min(p) AS first",
    ...values.map(({ aggregate }, index) => `${aggregate.over(`v${index}`)} AS a${index}`),
    ...values.flatMap(({ isSmall }, index) => (isSmall === undefined ? [] : [`bool_or(s${index}) AS g${index}`])),
  ];
  return `SELECT ${outputs.join(", ")} FROM (SELECT t.p AS p, ${period} AS period, ${inputs.join(", ")} FROM ${source})
    GROUP BY GROUPING SETS (${sets.map((set) => `(${set.join(", ")})`).join(", ")}) HAVING count(*) > 0`;
}

/** Builds SQL of the members of one level, with their ordinals. */
export function buildLevelMembersSql({ name, kind }: PivotKey, isByName: boolean): string {
  const isDown = name.startsWith("r");
  const present = isDown ? `rl > ${name.slice(1)}` : "NOT mt";
  const order =
    kind === "number"
      ? `try_cast(member AS DOUBLE) NULLS LAST, try_cast(member AS DECIMAL(38, 10)) NULLS LAST, member NULLS LAST`
      : kind === "date" || isByName
        ? "member NULLS LAST"
        : "first";
  return `SELECT member, row_number() OVER (ORDER BY ${order}) - 1 AS ordinal
    FROM (SELECT ${name} AS member, min(first) AS first FROM pivot_groups WHERE ${present} GROUP BY 1)`;
}

/**
 * Builds SQL of the pivot's cells with the ordinals of their members. The name of an ordinal is `o` and the name of its
 * key.
 */
export function buildPivotCellsSql({ rows, columns }: PivotPlan): string {
  const keys = [...rows, ...columns];
  const ordinals = keys.map(({ name }) => `of_${name}.ordinal AS o${name}`);
  const joins = keys.map(({ name }) => {
    const present = name.startsWith("r") ? `g.rl > ${name.slice(1)}` : "NOT g.mt";
    return `LEFT JOIN pivot_members_${name} AS of_${name} ON ${present} AND g.${name} IS NOT DISTINCT FROM of_${name}.member`;
  });
  return `SELECT ${["g.*", ...ordinals].join(", ")} FROM pivot_groups AS g ${joins.join(" ")}`;
}

/**
 * Builds SQL of the combinations of column members, in order. It returns one more than the maximum, to detect too many.
 */
export function buildColumnHeadersSql({ columns }: PivotPlan): string {
  const names = columns.map(({ name }) => name);
  const ordinals = names.map((name) => `o${name}`);
  return `SELECT ${[...names, ...ordinals].join(", ")} FROM pivot_cells WHERE rl = 0 AND NOT mt ORDER BY ${ordinals.join(", ")} LIMIT ${maximumPivotColumns + 1}`;
}

/** Rows and columns of a pivot's table. */
interface PivotShape {
  readonly heads: readonly PivotColumnHeader[];
  readonly hasTotalColumn: boolean;
  /** Levels whose rows are included; 0 is the grand total. */
  readonly levels: readonly number[];
  readonly isTree: boolean;
  /** Levels whose rows are included without values. */
  readonly emptyLevels: readonly number[];
  /** SQL of the label shown instead of a member in total rows. */
  readonly totalLabel: string;
}

/**
 * Builds SQL of the displayed table of a pivot. Its columns are the row members, the values for each column header, the
 * totals, the marks of small groups, and the columns of the row hierarchy.
 */
export function buildPivotTableSql(plan: PivotPlan, shape: PivotShape): string {
  const { heads, hasTotalColumn, levels, isTree, emptyLevels, totalLabel } = shape;
  const { rows, columns, values } = plan;
  const each = (sqlOf: (plan: PivotPlan, index: number) => string, name: string) =>
    values.map((_, index) => `${sqlOf(plan, index)} AS ${name}${index}`).join(", ");
  const compared = `SELECT *, ${each(comparedValueSql, "b")} FROM pivot_cells`;
  const computed = `SELECT *, ${each(shownValueSql, "n")} FROM (${compared})`;
  const shown = `SELECT *, ${each(textSql, "s")} FROM (${computed})`;
  const ordinals = columns.map(({ name }) => `o${name}`);
  const members = rows.map(
    ({ name }, level) => `CASE WHEN rl > ${level} THEN any_value(${name}) ELSE ${totalLabel} END`,
  );
  const places = heads.map((head) => head.ordinals.map((ordinal, index) => `${ordinals[index]} = ${ordinal}`));
  const cells = places.flatMap((place) =>
    values.map((_, index) => `max(s${index}) FILTER (${["NOT mt", ...place].join(" AND ")})`),
  );
  const totals = hasTotalColumn ? values.map((_, index) => `max(s${index}) FILTER (mt)`) : [];
  const isShown = emptyLevels.length === 0 ? "true" : `rl NOT IN (${emptyLevels.join(", ")})`;
  const shownCells = [...cells, ...totals].map((sql) =>
    emptyLevels.length === 0 ? sql : `CASE WHEN ${isShown} THEN ${sql} END`,
  );
  const marks = guardedValuesOf(plan, heads.length, hasTotalColumn).map(({ value, head, column }) => {
    const place = head === undefined ? ["mt"] : ["NOT mt", ...(places[head] ?? [])];
    const isSmall = `bool_or(g${value}) FILTER (${place.join(" AND ")})`;
    return `CASE WHEN ${isShown} AND ${isSmall} THEN true END AS ${smallGroupMarkColumnOf(column)}`;
  });
  const outputs = [
    ...[...members, ...shownCells].map((sql, index) => `${sql} AS c${index}`),
    ...marks,
    ...buildHierarchyColumnsSql(rows.map(({ name }) => name)),
  ];
  // A row without a member at a level is a total. It follows the rows it sums up; in a tree, all but the grand total
  // precede them.
  const order = rows.flatMap((_, level) => [
    isTree && level > 0 ? `rl > ${level}` : `rl <= ${level}`,
    `or${level} NULLS LAST`,
  ]);
  const groups = ["rl", ...rows.map(({ name }) => `o${name}`)];
  return `SELECT ${outputs.join(", ")} FROM (${shown})
    WHERE rl IN (${levels.join(", ")}) GROUP BY ${groups.join(", ")} ORDER BY ${[...order, "rl"].join(", ")}`;
}

/**
 * Returns the name of the pivot table's column that is true where a value of column `c<n>` is based on a small group.
 */
export function smallGroupMarkColumnOf(column: number): string {
  return `small${column}`;
}

/**
 * Returns the values of a pivot table that may be based on small groups, each with its column and its column header.
 * The header is undefined for the total.
 */
export function guardedValuesOf(
  { rows, values }: PivotPlan,
  headCount: number,
  hasTotal: boolean,
): readonly { readonly value: number; readonly head: number | undefined; readonly column: number }[] {
  const heads = [...Array.from({ length: headCount }, (_, head) => head), ...(hasTotal ? [undefined] : [])];
  return heads.flatMap((head, index) =>
    values.flatMap(({ isSmall }, value) =>
      isSmall === undefined ? [] : [{ value, head, column: rows.length + index * values.length + value }],
    ),
  );
}

/** Returns the first level whose members are periods. Levels of columns come before levels of rows. */
export function findPeriodKey({ rows, columns }: PivotPlan): PivotKey | undefined {
  return [...columns, ...rows].find(({ kind }) => kind === "date");
}

/** SQL of the value that a cell is compared with: the total of its row, column or table, or the previous period. */
function comparedValueSql(plan: PivotPlan, index: number): string {
  const { rows, columns, values } = plan;
  const value = `a${index}`;
  const down = ["rl", ...rows.map(({ name }) => `o${name}`)];
  const along = ["mt", ...columns.map(({ name }) => `o${name}`)];
  switch (values[index]?.show) {
    case "percentOfRow":
      return `max(CASE WHEN mt THEN ${value}::DOUBLE END) OVER (PARTITION BY ${down.join(", ")})`;
    case "percentOfColumn":
      return `max(CASE WHEN rl = 0 THEN ${value}::DOUBLE END) OVER (PARTITION BY ${along.join(", ")})`;
    case "percentOfTotal":
      return `max(CASE WHEN rl = 0 AND mt THEN ${value}::DOUBLE END) OVER ()`;
    case "change":
    case "percentChange":
      return previousPeriodSql(plan, value);
    default:
      return "NULL";
  }
}

/** SQL of the value of the previous period, or NULL if that period has no cell. */
function previousPeriodSql(plan: PivotPlan, value: string): string {
  const period = findPeriodKey(plan);
  if (!period) {
    return "NULL";
  }
  const time = `o${period.name}`;
  const others = [...plan.rows, ...plan.columns].map(({ name }) => `o${name}`).filter((name) => name !== time);
  const window = `(PARTITION BY ${["rl", "mt", ...others].join(", ")} ORDER BY ${time})`;
  return `CASE WHEN lag(${time}) OVER ${window} = ${time} - 1 THEN lag(${value}) OVER ${window} END`;
}

/** SQL of the shown value of a cell (the value itself, a share or a change) before it is formatted as text. */
function shownValueSql({ values }: PivotPlan, index: number): string {
  const [value, comparedValue] = [`a${index}`, `b${index}`];
  switch (values[index]?.show) {
    case "percentOfRow":
    case "percentOfColumn":
    case "percentOfTotal":
      return percentSql(`${value}::DOUBLE`, comparedValue);
    case "change":
      return `${value} - ${comparedValue}`;
    case "percentChange":
      return percentSql(`(${value}::DOUBLE - ${comparedValue}::DOUBLE)`, `abs(${comparedValue}::DOUBLE)`);
    default:
      return value;
  }
}

function textSql({ values }: PivotPlan, index: number): string {
  const value = values[index];
  const shown = `n${index}`;
  if (!value || value.aggregate.outcome === "text") {
    return shown;
  }
  const isNumberItself = value.show === "value" || value.show === "change";
  return buildNumberTextSql(shown, isNumberItself && value.aggregate.outcome === "exact");
}

function percentSql(part: string, whole: string): string {
  return `round(100 * ${part} / nullif(${whole}, 0), 6)`;
}

/** SQL of the number of row levels that a group has members of. */
function levelSql(rows: readonly PivotKey[]): string {
  if (rows.length === 0) {
    return "0";
  }
  const present = rows.map(({ name }) => `(1 - grouping(${name}))`);
  return `(${present.join(" + ")})::INTEGER`;
}
