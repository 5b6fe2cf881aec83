import type { PeriodUnit } from "./units.ts";

/** Half-open interval in epoch milliseconds, UTC. */
export interface TimeInterval {
  readonly start: number;
  readonly end: number;
}

export type PeriodDirection = "BACKWARD" | "FORWARD";

export interface PeriodSettings {
  /** Instant from which intervals are counted, in epoch milliseconds. It is exclusive if the direction is backward. */
  readonly anchor: number;
  /** Number of intervals, at least 1. */
  readonly count: number;
  readonly unit: PeriodUnit;
  /** Number of time units per interval, at least 1. */
  readonly unitCount: number;
  /** Direction in which intervals are counted from the anchor; backward by default. */
  readonly direction?: PeriodDirection;
  /** First month of the fiscal year, 1 for January. Years and quarters start with this month. */
  readonly fiscalYearStartMonth?: number;
  /** Amount of time by which the anchor is moved before intervals are computed. */
  readonly shift?: { readonly unit: PeriodUnit; readonly unitCount: number; readonly direction?: PeriodDirection };
  /** Length to which every interval is extended backward from its end, so that intervals overlap. */
  readonly trailing?: { readonly unit: PeriodUnit; readonly unitCount: number };
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** Start of the first Monday after the epoch, 5 January 1970, in milliseconds. */
const firstMondayMs = 4 * dayMs;

const monthsPerUnit: Readonly<Partial<Record<PeriodUnit, number>>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
const msPerUnit: Readonly<Partial<Record<PeriodUnit, number>>> = { MILLISECOND: 1, DAY: dayMs, WEEK: weekMs };

/**
 * Returns the intervals of `periods(date(D), N, period(K, U))`, oldest first (sql-like-language 5.4). All limits except
 * the anchor are calendar boundaries of the unit. Each is computed from the anchor, so that month ends do not drift.
 */
export function computePeriodIntervals(settings: PeriodSettings): TimeInterval[] {
  const { count, unit, unitCount, direction = "BACKWARD", fiscalYearStartMonth = 1, shift, trailing } = settings;
  const anchor = shift
    ? addPeriodUnits(settings.anchor, shift.unit, shift.direction === "FORWARD" ? shift.unitCount : -shift.unitCount)
    : settings.anchor;
  const floor = floorToPeriodUnit(anchor, unit, fiscalYearStartMonth);
  const sign = direction === "BACKWARD" ? -1 : 1;
  const steppedFrom = sign < 0 && floor !== anchor ? addPeriodUnits(floor, unit, 1) : floor;
  const boundary = (index: number) =>
    index === 0 ? anchor : addPeriodUnits(steppedFrom, unit, sign * index * unitCount);

  const intervals: TimeInterval[] = [];
  for (let index = 0; index < count; index++) {
    const near = boundary(index);
    const far = boundary(index + 1);
    intervals.push(sign < 0 ? { start: far, end: near } : { start: near, end: far });
  }
  if (sign < 0) {
    intervals.reverse();
  }
  return trailing
    ? intervals.map(({ end }) => ({ start: addPeriodUnits(end, trailing.unit, -trailing.unitCount), end }))
    : intervals;
}

/** Returns the last calendar boundary of a unit at or before an instant. Weeks start on Monday. */
export function floorToPeriodUnit(instant: number, unit: PeriodUnit, fiscalYearStartMonth = 1): number {
  const months = monthsPerUnit[unit];
  if (months !== undefined) {
    const date = new Date(instant);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth() - (fiscalYearStartMonth - 1);
    return startOfMonth(Math.floor(month / months) * months + (fiscalYearStartMonth - 1));
  }
  const length = msPerUnit[unit] ?? 1;
  const origin = unit === "WEEK" ? firstMondayMs : 0;
  return Math.floor((instant - origin) / length) * length + origin;
}

/**
 * Adds a number of units to an instant and keeps the time of day. A day that the resulting month does not have becomes
 * its last day.
 */
export function addPeriodUnits(instant: number, unit: PeriodUnit, count: number): number {
  const months = monthsPerUnit[unit];
  if (months === undefined) {
    return instant + count * (msPerUnit[unit] ?? 1);
  }
  const date = new Date(instant);
  const timeOfDay = instant - Math.floor(instant / dayMs) * dayMs;
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + count * months;
  const daysInMonth = (startOfMonth(month + 1) - startOfMonth(month)) / dayMs;
  return startOfMonth(month) + (Math.min(date.getUTCDate(), daysInMonth) - 1) * dayMs + timeOfDay;
}

/** Returns the first midnight of a month, which is given as the number of months since January of year 0. */
function startOfMonth(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), month - Math.floor(month / 12) * 12, 1);
  return date.getTime();
}
