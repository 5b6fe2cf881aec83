import { quoteName, quoteText } from "../../base/sql-quote.ts";
import type { ColumnKind, ResultColumn } from "../../protocol/data-worker.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";

const signs: Readonly<Record<string, string>> = {
  equals: "=",
  differs: "<>",
  less: "<",
  atMost: "<=",
  more: ">",
  atLeast: ">=",
};

/** Formats filters as a condition in standard SQL. Empty if there are no filters. */
export function formatFilterCondition(filters: readonly ColumnFilter[], columns: readonly ResultColumn[]): string {
  const conditions = filters.flatMap((filter) => {
    const column = columns[filter.column];
    return column ? [conditionOf(filter, column)] : [];
  });
  return conditions.map((text) => (conditions.length > 1 && text.includes(" OR ") ? `(${text})` : text)).join(" AND ");
}

function conditionOf({ operator, values }: ColumnFilter, { name, kind }: ResultColumn): string {
  const column = quoteName(name);
  const [first = "", second = ""] = values.map((value) => value ?? "");
  switch (operator) {
    case "isMissing":
      return `${column} IS NULL`;
    case "isPresent":
      return `${column} IS NOT NULL`;
    case "isEmpty":
      return `${column} = ''`;
    case "contains":
      return likeOf(column, "%", first);
    case "startsWith":
      return likeOf(column, "", first);
    case "oneOf":
      return oneOf(column, values, kind);
    case "noneOf":
      return noneOf(column, values, kind);
    case "between":
      return kind === "date" && isDay(second)
        ? `${column} >= ${literal(first, kind)} AND ${column} < ${literal(dayAfter(second), kind)}`
        : `${column} BETWEEN ${literal(first, kind)} AND ${literal(second, kind)}`;
    default:
      return kind === "date" && isDay(first.trim())
        ? dayCondition(column, operator, first.trim())
        : `${column} ${signs[operator]} ${literal(first, kind)}`;
  }
}

/**
 * Builds a LIKE condition that ignores case, as the filter does. `before` is the start of the pattern: empty or `%`.
 */
function likeOf(column: string, before: string, value: string): string {
  const pattern = value.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const escape_ = pattern.includes("\\") ? " ESCAPE '\\'" : "";
  return `LOWER(${column}) LIKE ${quoteText(`${before}${pattern}%`)}${escape_}`;
}

function oneOf(column: string, values: readonly (string | null)[], kind: ColumnKind): string {
  const texts = values.filter((value) => value !== null);
  const parts = [
    ...(texts.length > 0 ? [`${column} IN (${texts.map((text) => literal(text, kind)).join(", ")})`] : []),
    ...(texts.length < values.length ? [`${column} IS NULL`] : []),
  ];
  return parts.join(" OR ") || "1 = 0";
}

/** Builds the SQL of the filter operator `noneOf`. Missing values match unless they are among the values. */
function noneOf(column: string, values: readonly (string | null)[], kind: ColumnKind): string {
  const texts = values.filter((value) => value !== null).map((text) => literal(text, kind));
  const others = texts.length > 0 ? `${column} NOT IN (${texts.join(", ")})` : undefined;
  if (texts.length < values.length) {
    return others ?? `${column} IS NOT NULL`;
  }
  return others === undefined ? "1 = 1" : `${others} OR ${column} IS NULL`;
}

/** Builds the SQL that compares an instant with a date, which means the complete day. */
function dayCondition(column: string, operator: string, day: string): string {
  const [start, end] = [literal(day, "date"), literal(dayAfter(day), "date")];
  switch (operator) {
    case "equals":
      return `${column} >= ${start} AND ${column} < ${end}`;
    case "differs":
      return `${column} < ${start} OR ${column} >= ${end}`;
    case "atMost":
      return `${column} < ${end}`;
    case "more":
      return `${column} >= ${end}`;
    default:
      return `${column} ${signs[operator]} ${start}`;
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text.trim());
}

function dayAfter(day: string): string {
  const date = new Date(`${day.trim()}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return Number.isNaN(date.getTime()) ? day : date.toISOString().slice(0, 10);
}

/**
 * Formats a value as an SQL literal. Text that is not a valid number or boolean is quoted, so that the condition stays
 * readable.
 */
function literal(text: string, kind: ColumnKind): string {
  const trimmed = text.trim();
  const isBare =
    (kind === "number" && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(trimmed)) ||
    (kind === "boolean" && /^(true|false)$/i.test(trimmed));
  return isBare ? trimmed : quoteText(kind === "date" ? trimmed : text);
}
