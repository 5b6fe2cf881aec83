import type { DataRange } from "./model-source.ts";

/** String literal for a value. */
export function quoted(value: string, quote = '"'): string {
  return `${quote}${value.replaceAll(quote, quote + quote)}${quote}`;
}

/** Call of a metric with its arguments as written. */
export function metricCall(metric: string, args: readonly string[]): string {
  return `${metric}(${args.join(", ")})`;
}

/** All members of a level; `level` is written as inside a string. */
export function levelCall(dimension: string, level: string): string {
  return `level(${dimension}, "${level}")`;
}

/** Condition that a dimension has one of some members, each written with its quotes. */
export function memberCondition(dimension: string, members: string): string {
  return `${dimension} IN (${members})`;
}

export function conceptCondition(concept: string): string {
  return `${concept} = TRUE`;
}

const dayMs = 86_400_000;

/** End of the data as a date, or the first of the current month if that is unknown. */
export function defaultEndDate(now: number, { dataEnd }: DataRange): string {
  const today = new Date(now);
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)).toISOString().slice(0, 10);
  return (dataEnd === undefined ? undefined : dateText(Math.ceil(dataEnd / dayMs) * dayMs)) ?? month;
}

/** The same day a year earlier; of February 29 the day before. */
export function yearBefore(date: string): string {
  return `${String(Number(date.slice(0, 4)) - 1).padStart(4, "0")}${date.slice(4)}`.replace(/-02-29$/, "-02-28");
}

/** Date of an instant in UTC; `undefined` outside the years of four digits. */
export function dateText(at: number): string | undefined {
  const text = Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : "";
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : undefined;
}
