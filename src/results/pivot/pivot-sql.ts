import type { ColumnKind } from "../../protocol/data-worker.ts";
import { mostPivotColumns, type PivotShow } from "../../protocol/pivot.ts";
import type { Aggregate } from "../columns/aggregate-sql.ts";
import { numberTextSql } from "../columns/exact-number.ts";
import { placeColumnsSql } from "../model/hierarchy.ts";

/** A column whose members go down or along a pivot. */
export interface PivotKey {
  /** `r0` for the outermost level of the rows, `m0` for that of the columns. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** SQL text of the member of the row `t`. */
  readonly input: string;
}

/** What the SQL of a pivot is made from. */
export interface PivotPlan {
  /** FROM text that gives the rows `t`. */
  readonly source: string;
  /** SQL text of the period of the row `t`. */
  readonly period: string;
  readonly rows: readonly PivotKey[];
  readonly columns: readonly PivotKey[];
  readonly values: readonly {
    readonly aggregate: Aggregate;
    readonly show: PivotShow;
    /** SQL of whether a small group stands behind the value of the row `t`; absent where nothing is known of groups. */
    readonly isSmall: string | undefined;
  }[];
  readonly isByName: boolean;
}

/** One column of members; the ordinal is its place among all there are. */
export interface PivotHead {
  readonly ordinals: readonly number[];
}

/**
 * One row for each cell: `rl` says how many levels of the rows it stands for, `mt` whether it stands for all columns, `a<n>` is the
 * n-th value. Totals are groups of their own over the rows of the result, so they are right for averages and distinct counts.
 */
export function groupsSql({ source, period, rows, columns, values }: PivotPlan): string {
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

/** The members of one level with their ordinals. */
export function membersSql({ name, kind }: PivotKey, isByName: boolean): string {
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

/** The cells with the ordinals of their members as `o<level>`. */
export function cellsSql({ rows, columns }: PivotPlan): string {
  const keys = [...rows, ...columns];
  const ordinals = keys.map(({ name }) => `of_${name}.ordinal AS o${name}`);
  const joins = keys.map(({ name }) => {
    const present = name.startsWith("r") ? `g.rl > ${name.slice(1)}` : "NOT g.mt";
    return `LEFT JOIN pivot_members_${name} AS of_${name} ON ${present} AND g.${name} IS NOT DISTINCT FROM of_${name}.member`;
  });
  return `SELECT ${["g.*", ...ordinals].join(", ")} FROM pivot_groups AS g ${joins.join(" ")}`;
}

/** The columns of members in their order, one more than there may be when there are too many. */
export function headsSql({ columns }: PivotPlan): string {
  const names = columns.map(({ name }) => name);
  const ordinals = names.map((name) => `o${name}`);
  return `SELECT ${[...names, ...ordinals].join(", ")} FROM pivot_cells WHERE rl = 0 AND NOT mt ORDER BY ${ordinals.join(", ")} LIMIT ${mostPivotColumns + 1}`;
}

/** Which rows and columns a table has. */
interface PivotShape {
  readonly heads: readonly PivotHead[];
  readonly hasTotalColumn: boolean;
  /** Levels whose rows are there; 0 is the total of all. */
  readonly levels: readonly number[];
  readonly isTree: boolean;
  /** Levels whose rows have no values. */
  readonly emptyLevels: readonly number[];
  /** SQL text of what stands where a row has no member. */
  readonly totalWord: string;
}

/** The table as it is shown: members down, a column for each head and value; after them what says where a row belongs. */
export function tableSql(plan: PivotPlan, shape: PivotShape): string {
  const { heads, hasTotalColumn, levels, isTree, emptyLevels, totalWord } = shape;
  const { rows, columns, values } = plan;
  const each = (sqlOf: (plan: PivotPlan, index: number) => string, name: string) =>
    values.map((_, index) => `${sqlOf(plan, index)} AS ${name}${index}`).join(", ");
  const compared = `SELECT *, ${each(partnerSql, "b")} FROM pivot_cells`;
  const computed = `SELECT *, ${each(shownValueSql, "n")} FROM (${compared})`;
  const shown = `SELECT *, ${each(textSql, "s")} FROM (${computed})`;
  const ordinals = columns.map(({ name }) => `o${name}`);
  const members = rows.map(
    ({ name }, level) => `CASE WHEN rl > ${level} THEN any_value(${name}) ELSE ${totalWord} END`,
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
  const marks = markedValues(plan, heads.length, hasTotalColumn).map(({ value, head, column }) => {
    const place = head === undefined ? ["mt"] : ["NOT mt", ...(places[head] ?? [])];
    const isSmall = `bool_or(g${value}) FILTER (${place.join(" AND ")})`;
    return `CASE WHEN ${isShown} AND ${isSmall} THEN true END AS ${markColumn(column)}`;
  });
  const outputs = [
    ...[...members, ...shownCells].map((sql, index) => `${sql} AS c${index}`),
    ...marks,
    ...placeColumnsSql(rows.map(({ name }) => name)),
  ];
  // What has no member at a level is the total over them: it comes after all of them, in a tree before, but for the last.
  const order = rows.flatMap((_, level) => [
    isTree && level > 0 ? `rl > ${level}` : `rl <= ${level}`,
    `or${level} NULLS LAST`,
  ]);
  const groups = ["rl", ...rows.map(({ name }) => `o${name}`)];
  return `SELECT ${outputs.join(", ")} FROM (${shown})
    WHERE rl IN (${levels.join(", ")}) GROUP BY ${groups.join(", ")} ORDER BY ${[...order, "rl"].join(", ")}`;
}

/** Name of the column of the table that is true where a small group stands behind the value of column `c<n>`. */
export function markColumn(column: number): string {
  return `small${column}`;
}

/** The values of the table that small groups may stand behind, by their head, the total without one, and their column. */
export function markedValues(
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

/** The level whose members are periods: along the top, else down. */
export function periodKey({ rows, columns }: PivotPlan): PivotKey | undefined {
  return [...columns, ...rows].find(({ kind }) => kind === "date");
}

/** What a cell's value is compared with, as SQL text over all cells: the whole, or the period before. */
function partnerSql(plan: PivotPlan, index: number): string {
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
      return beforeSql(plan, value);
    default:
      return "NULL";
  }
}

/** Missing where the period before has no cell. */
function beforeSql(plan: PivotPlan, value: string): string {
  const period = periodKey(plan);
  if (!period) {
    return "NULL";
  }
  const time = `o${period.name}`;
  const others = [...plan.rows, ...plan.columns].map(({ name }) => `o${name}`).filter((name) => name !== time);
  const window = `(PARTITION BY ${["rl", "mt", ...others].join(", ")} ORDER BY ${time})`;
  return `CASE WHEN lag(${time}) OVER ${window} = ${time} - 1 THEN lag(${value}) OVER ${window} END`;
}

/** SQL text of what a cell shows of a value, before it becomes text. */
function shownValueSql({ values }: PivotPlan, index: number): string {
  const [value, partner] = [`a${index}`, `b${index}`];
  switch (values[index]?.show) {
    case "percentOfRow":
    case "percentOfColumn":
    case "percentOfTotal":
      return percentSql(`${value}::DOUBLE`, partner);
    case "change":
      return `${value} - ${partner}`;
    case "percentChange":
      return percentSql(`(${value}::DOUBLE - ${partner}::DOUBLE)`, `abs(${partner}::DOUBLE)`);
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
  return numberTextSql(shown, isNumberItself && value.aggregate.outcome === "exact");
}

function percentSql(part: string, whole: string): string {
  return `round(100 * ${part} / nullif(${whole}, 0), 6)`;
}

/** How many levels of the rows a group stands for. */
function levelSql(rows: readonly PivotKey[]): string {
  if (rows.length === 0) {
    return "0";
  }
  const present = rows.map(({ name }) => `(1 - grouping(${name}))`);
  return `(${present.join(" + ")})::INTEGER`;
}
