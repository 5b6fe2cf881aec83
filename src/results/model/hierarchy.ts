import { quoteText } from "../../duckdb/database.ts";
import type { RowView, TreeView } from "../../protocol/row-view.ts";

/**
 * Hierarchy of the rows of a pivot. The table of the pivot has additional columns for it: `rl` is the level of the row,
 * 0 for the grand total. `or<n>` are the ordinals of its members, outermost first. `n<n>` is the id of the member at
 * level n, a digest of the member's path.
 */
export interface RowHierarchy {
  readonly levelCount: number;
  /**
   * Whether members come before their child rows and can be collapsed. Otherwise totals follow the rows that they sum
   * up.
   */
  readonly isTree: boolean;
}

/** Builds the select list of the hierarchy's columns, for a query grouped by the columns `names`. */
export function buildHierarchyColumnsSql(names: readonly string[]): string[] {
  return [
    "rl",
    ...names.map((name) => `o${name}`),
    ...names.slice(0, -1).map((_, index) => {
      const path = names.slice(0, index + 1).map((name) => `any_value(${name})`);
      return `CASE WHEN rl > ${index} THEN md5(to_json([${path.join(", ")}])::VARCHAR) END AS n${index + 1}`;
    }),
  ];
}

/** Builds SQL of the id of the row `t` in the hierarchy. It is NULL for rows that cannot be expanded. */
export function buildNodeIdSql({ levelCount }: RowHierarchy): string {
  const cases = levelsTo(levelCount - 1).map((level) => `WHEN ${level} THEN t.n${level}`);
  return cases.length === 0 ? "NULL" : `CASE t.rl ${cases.join(" ")} END`;
}

/** SQL condition that the row `t`'s member at a level is expanded. */
function isOpenSql({ depth, toggled }: TreeView, level: number): string {
  const isOpen = level <= depth;
  return toggled.length === 0 ? String(isOpen) : `(t.n${level} IN (${toggled.map(quoteText).join(", ")})) <> ${isOpen}`;
}

/**
 * Builds a SQL query of the row ids (`rid`) in the order of a view. Rows are sorted within their parent member. A
 * filtered tree keeps the ancestors of matching rows. `order` has the sort keys and `conditions` the filters of the
 * view, over the row `t`.
 */
export function buildHierarchyViewSql(
  table: string,
  { levelCount, isTree }: RowHierarchy,
  view: RowView,
  order: readonly string[],
  conditions: readonly string[],
): string {
  const levels = levelsTo(levelCount);
  const partition = (level: number) =>
    `PARTITION BY ${levelsTo(level)
      .map((one) => `or${one - 1}`)
      .join(", ")}`;
  const { tree } = view;
  const visibility = tree ? levels.slice(0, -1).map((level) => `(t.rl <= ${level} OR ${isOpenSql(tree, level)})`) : [];
  const passes = conditions.join(" AND ");
  if (order.length === 0 && view.filter.length === 0) {
    return `SELECT t.rowid AS rid FROM ${table} AS t WHERE ${[passes, ...visibility].join(" AND ")} ORDER BY rid`;
  }
  const positions = levels.map(
    (level) => `max(CASE WHEN rl = ${level} THEN place END) OVER (${partition(level)}) AS p${level}`,
  );
  const under = levels.map((level) => `WHEN ${level} THEN bool_or(passes) OVER (${partition(level)})`);
  const passesSql = isTree && levelCount > 0 ? `CASE rl ${under.join(" ")} ELSE passes END` : "passes";
  const sortKeys = levels.flatMap((level) => [
    isTree && level > 1 ? `rl >= ${level}` : `rl < ${level}`,
    `p${level} NULLS FIRST`,
  ]);
  const keys = [...order, "t.rowid"].join(", ");
  return `SELECT rid FROM (
      SELECT ${["rid", "rl", "place", "isInSight", `${passesSql} AS isKept`, ...positions].join(", ")} FROM (
        SELECT t.*, t.rowid AS rid, row_number() OVER (ORDER BY ${keys}) AS place, ${passes} AS passes,
          ${visibility.length === 0 ? "true" : visibility.join(" AND ")} AS isInSight
        FROM ${table} AS t))
    WHERE isKept AND isInSight ORDER BY ${[...sortKeys, "place"].join(", ")}`;
}

function levelsTo(count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => index + 1);
}
