import type { DataTimeRange } from "./model-source.ts";

/** Returns a string literal of the query language for a value, enclosed in quotes. */
export function quoteStringLiteral(value: string, quote = '"'): string {
  return `${quote}${value.replaceAll(quote, quote + quote)}${quote}`;
}

/** Returns the query text of a metric call. The arguments are inserted unchanged. */
export function formatMetricCall(metric: string, args: readonly string[]): string {
  return `${metric}(${args.join(", ")})`;
}

/**
 * Returns the query text that selects all members of a dimension level. `level` must already be escaped for a string
 * literal.
 */
export function formatLevelCall(dimension: string, level: string): string {
  return `level(${dimension}, "${level}")`;
}

/**
 * Returns the query text of a condition that limits a dimension to given members. `members` is text in which each
 * member is quoted.
 */
export function formatMemberCondition(dimension: string, members: string): string {
  return `${dimension} IN (${members})`;
}

export function formatConceptCondition(concept: string): string {
  return `${concept} = TRUE`;
}

const dayMs = 86_400_000;

/** Returns the end of the available data as a date text. If unknown, returns the first day of the current month. */
export function defaultEndDateOf(now: number, { dataEnd }: DataTimeRange): string {
  const today = new Date(now);
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)).toISOString().slice(0, 10);
  return (dataEnd === undefined ? undefined : formatDate(Math.ceil(dataEnd / dayMs) * dayMs)) ?? month;
}

/** Returns the date one year before a date. For February 29, returns February 28. */
export function subtractOneYear(date: string): string {
  return `${String(Number(date.slice(0, 4)) - 1).padStart(4, "0")}${date.slice(4)}`.replace(/-02-29$/, "-02-28");
}

/** Formats epoch milliseconds as a UTC date such as `2024-01-31`. Undefined for years without exactly four digits. */
export function formatDate(at: number): string | undefined {
  const text = Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : "";
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : undefined;
}
