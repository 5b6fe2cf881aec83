import type {
  Expression,
  FrameBound,
  SortItem,
  WindowSpecification,
  WindowUse,
} from "../../../../languages/table-sql/syntax.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import { intType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { TranslatedValue } from "../types/value.ts";
import { translateSortOrder } from "./sort-sql.ts";

export type NamedWindows = ReadonlyMap<string, WindowSpecification>;

/**
 * Translates the window after OVER. Also returns the window's text in the column name that Spark gives the expression.
 */
export function translateWindow(
  use: WindowUse,
  windows: NamedWindows,
  translate: (tree: Expression) => TranslatedValue,
  frameName?: string,
): { readonly sql: string; readonly name: string } {
  const window = resolveBase(use, use, windows, 0);
  const parts: string[] = [];
  const names: string[] = [];
  if (window.partitionBy.length > 0) {
    const values = window.partitionBy.map((expression) => translate(expression));
    parts.push(`PARTITION BY ${values.map(({ sql }) => sql).join(", ")}`);
    names.push(`PARTITION BY ${values.map(({ name }) => name).join(", ")}`);
  }
  if (window.orderBy.length > 0) {
    const items = window.orderBy.map((item) => sortItem(item, translate));
    parts.push(`ORDER BY ${items.map(({ sql }) => sql).join(", ")}`);
    names.push(`ORDER BY ${items.map(({ name }) => name).join(", ")}`);
  }
  if (window.frame) {
    const { unit, from, to } = window.frame;
    const bounds = [frameBoundSql(from, translate), to ? frameBoundSql(to, translate) : "CURRENT ROW"];
    parts.push(`${unit} BETWEEN ${bounds[0]} AND ${bounds[1]}`);
  }
  const frame = window.frame?.unit ?? (window.orderBy.length > 0 ? "RANGE" : "ROWS");
  const boundNames = window.frame
    ? [
        frameBoundName(window.frame.from, translate),
        window.frame.to ? frameBoundName(window.frame.to, translate) : "CURRENT ROW",
      ]
    : ["UNBOUNDED PRECEDING", window.orderBy.length > 0 ? "CURRENT ROW" : "UNBOUNDED FOLLOWING"];
  names.push(frameName ?? `${frame} BETWEEN ${boundNames[0]} AND ${boundNames[1]}`);
  return { sql: `(${parts.join(" ")})`, name: `(${names.join(" ")})` };
}

function resolveBase(
  window: WindowSpecification,
  span: WindowUse,
  windows: NamedWindows,
  depth: number,
): WindowSpecification {
  if (window.base === undefined) {
    return window;
  }
  const base = windows.get(window.base.toLowerCase());
  if (!base || depth > 20) {
    throw new SparkSqlError(`There is no window ${window.base}; define it in the WINDOW clause.`, span.start, span.end);
  }
  const resolved = resolveBase(base, span, windows, depth + 1);
  return {
    base: undefined,
    partitionBy: [...resolved.partitionBy, ...window.partitionBy],
    orderBy: [...resolved.orderBy, ...window.orderBy],
    frame: window.frame ?? resolved.frame,
  };
}

function sortItem(
  item: SortItem,
  translate: (tree: Expression) => TranslatedValue,
): { readonly sql: string; readonly name: string } {
  const value = translate(item.expression);
  const order = translateSortOrder(item, value.type);
  return { sql: `${value.sql} ${order}`, name: `${value.name} ${order}` };
}

function frameBoundSql(frame: FrameBound, translate: (tree: Expression) => TranslatedValue): string {
  if (!("distance" in frame)) {
    return frame.kind;
  }
  const { distance } = frame;
  // `-1 FOLLOWING` means `1 PRECEDING`.
  if (distance.kind === "literal" && distance.text.startsWith("-")) {
    return `${distance.text.slice(1)} ${frame.kind === "PRECEDING" ? "FOLLOWING" : "PRECEDING"}`;
  }
  const value = translate(distance);
  return `${value.type.kind === "string" ? buildCastSql(value.sql, value.type, intType) : value.sql} ${frame.kind}`;
}

function frameBoundName(frame: FrameBound, translate: (tree: Expression) => TranslatedValue): string {
  return "distance" in frame ? `${translate(frame.distance).name} ${frame.kind}` : frame.kind;
}
