import { quoteText } from "../../duckdb/database.ts";
import type { RowView, TreeView } from "../../protocol/row-view.ts";

/**
 * The rows of a pivot belong to each other. Beside its cells the table has `rl`, the level of the row (0 is the total of all), `or<n>`,
 * the ordinals of its members from the outermost on, and `n<n>`, the id of the member of that level: a digest of the path of members.
 */
export interface Hierarchy {
  readonly levelCount: number;
  /** Members stand before the rows under them, and can be closed; else totals stand after what they are the totals of. */
  readonly isTree: boolean;
}

/** SQL texts of the columns, in a query whose groups have the members as `names`. */
export function placeColumnsSql(names: readonly string[]): string[] {
  return [
    "rl",
    ...names.map((name) => `o${name}`),
    ...names.slice(0, -1).map((_, index) => {
      const path = names.slice(0, index + 1).map((name) => `any_value(${name})`);
      return `CASE WHEN rl > ${index} THEN md5(to_json([${path.join(", ")}])::VARCHAR) END AS n${index + 1}`;
    }),
  ];
}

/** SQL text of the id of the row `t`, of those members that can be opened. */
export function nodeIdSql({ levelCount }: Hierarchy): string {
  const cases = levelsTo(levelCount - 1).map((level) => `WHEN ${level} THEN t.n${level}`);
  return cases.length === 0 ? "NULL" : `CASE t.rl ${cases.join(" ")} END`;
}

/** SQL text of whether the member of a level is open, of the row `t`. */
function isOpenSql({ depth, toggled }: TreeView, level: number): string {
  const isOpen = level <= depth;
  return toggled.length === 0 ? String(isOpen) : `(t.n${level} IN (${toggled.map(quoteText).join(", ")})) <> ${isOpen}`;
}

/**
 * SQL that gives the rows of a table as a view shows them, as `rid`: rows are ordered among those of the same member, and filters of
 * a tree leave the members over what passes. `order` are the keys of the view, `conditions` its filters, both of the row `t`.
 */
export function hierarchyViewSql(
  table: string,
  { levelCount, isTree }: Hierarchy,
  view: RowView,
  order: readonly string[],
  conditions: readonly string[],
): string {
  const levels = levelsTo(levelCount);
  const along = (level: number) =>
    `PARTITION BY ${levelsTo(level)
      .map((one) => `or${one - 1}`)
      .join(", ")}`;
  const { tree } = view;
  const inSight = tree ? levels.slice(0, -1).map((level) => `(t.rl <= ${level} OR ${isOpenSql(tree, level)})`) : [];
  const passes = conditions.join(" AND ");
  if (order.length === 0 && view.filter.length === 0) {
    return `SELECT t.rowid AS rid FROM ${table} AS t WHERE ${[passes, ...inSight].join(" AND ")} ORDER BY rid`;
  }
  const places = levels.map(
    (level) => `max(CASE WHEN rl = ${level} THEN place END) OVER (${along(level)}) AS p${level}`,
  );
  const under = levels.map((level) => `WHEN ${level} THEN bool_or(passes) OVER (${along(level)})`);
  const kept = isTree && levelCount > 0 ? `CASE rl ${under.join(" ")} ELSE passes END` : "passes";
  const ways = levels.flatMap((level) => [
    isTree && level > 1 ? `rl >= ${level}` : `rl < ${level}`,
    `p${level} NULLS FIRST`,
  ]);
  const keys = [...order, "t.rowid"].join(", ");
  return `SELECT rid FROM (
      SELECT ${["rid", "rl", "place", "isInSight", `${kept} AS isKept`, ...places].join(", ")} FROM (
        SELECT t.*, t.rowid AS rid, row_number() OVER (ORDER BY ${keys}) AS place, ${passes} AS passes,
          ${inSight.length === 0 ? "true" : inSight.join(" AND ")} AS isInSight
        FROM ${table} AS t))
    WHERE isKept AND isInSight ORDER BY ${[...ways, "place"].join(", ")}`;
}

function levelsTo(count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => index + 1);
}
