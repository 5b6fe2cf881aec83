import type { Calendar, Unit } from "./calendar.ts";
import type { Rules } from "./rules.ts";

/** Half-open, epoch milliseconds. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export interface Periods {
  /** Where the last interval ends; epoch milliseconds. */
  readonly until: number;
  readonly count: number;
  readonly length: number;
  readonly unit: Unit;
}

/** The intervals of `periods(date(D), N, period(K, U))`, oldest first (sql-like-language 5.4). */
export function intervalsOf(periods: Periods, calendar: Calendar, rules: Rules): readonly Interval[] {
  const { until, count, length, unit } = periods;
  const anchor = rules.boundaries === "of the calendar" ? calendar.boundaryFrom(until, unit) : until;
  const ends = [until];
  for (let index = 1; index <= count; index++) {
    ends.push(calendar.step(anchor, unit, -index * length));
  }
  const intervals: Interval[] = [];
  for (let index = 0; index < count; index++) {
    intervals.push({ start: ends[count - index] ?? Number.NaN, end: ends[count - index - 1] ?? Number.NaN });
  }
  return intervals;
}
