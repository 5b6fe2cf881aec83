import type { Predicate } from "../syntax/tree.ts";
import { formatInstant } from "../time/instant.ts";
import { addUnits } from "../time/intervals.ts";
import type { FixScope } from "./fix.ts";

const dayMs = 86_400_000;
/** Years that a date of the language can say. */
const firstInstant = startOfYear(0);
const lastInstant = startOfYear(10_000);

function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

/** `date("...")` of an instant, `undefined` when no date says it. */
export function dateText(instant: number): string | undefined {
  return instant >= firstInstant && instant < lastInstant ? `date("${formatInstant(instant)}")` : undefined;
}

/** The months that fit between two instants, at least one. */
export function wholeMonths(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return Math.max(1, addUnits(from, "MONTH", months) > to ? months - 1 : months);
}

/** The filter of each kind of query for the time from one instant to another; `undefined` when no date says one of them. */
export function filterFor({ kind }: FixScope, column: string, from: number, to: number): string | undefined {
  const [start, end] = [dateText(from), dateText(to)];
  if (!start || !end || from >= to) {
    return undefined;
  }
  return kind === "aggregate"
    ? `${column} IN periods(${end}, ${wholeMonths(from, to)}, period(1, Month))`
    : `${column} BETWEEN ${start} AND ${end}`;
}

/** The first instant that is no longer in the day, or after a moment of it. */
export function firstAfter(instant: number): number {
  return instant % dayMs === 0 ? instant + dayMs : instant + 1;
}

/** The name of the time column as a predicate writes it. */
export function columnOf({ text }: FixScope, predicate: Predicate): string {
  const left = predicate.kind === "bare" ? predicate.operand : predicate.left;
  return text.slice(left.start, left.end);
}
