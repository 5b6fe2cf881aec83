import { formatInstant } from "./instant.ts";
import { computePeriodIntervals, floorToPeriodUnit, type PeriodSettings, type TimeInterval } from "./intervals.ts";
import { type PeriodUnit, periodUnits } from "./units.ts";

const dayMs = 86_400_000;
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
/** Epoch milliseconds of the start of year 0. `parseInstant` reads years of four digits only. */
const firstInstant = -62_167_219_200_000;
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Returns an instant in the format of a date literal, or in words if a date literal cannot express it. */
export function describeInstant(instant: number): string {
  return isWritable(instant)
    ? formatInstant(instant)
    : instant > lastInstant
      ? "after the year 9999"
      : "before the year 0";
}

/**
 * Returns an instant with its weekday, such as `Friday, 2024-03-15`, and with the time of day unless that is midnight.
 */
export function describeInstantInFull(instant: number): string {
  return isWritable(instant)
    ? `${weekdays[new Date(instant).getUTCDay()]}, ${formatInstant(instant)}`
    : describeInstant(instant);
}

/**
 * Returns the last day of a range with an exclusive end. If the end is midnight, this is the day before; else it is the
 * day of the end.
 */
export function lastDayBefore(end: number): number {
  return Math.floor((end - 1) / dayMs) * dayMs;
}

/** Returns a sentence which explains that the end of a range is exclusive and names the last included day. */
export function describeRangeEnd(end: number): string {
  return `\`${describeInstant(end)}\` is not included: the last day is **${describeInstantInFull(lastDayBefore(end))}**.`;
}

/** Returns the names of the calendar units that begin at an instant, longest first. */
export function calendarUnitsStartingAt(instant: number): string[] {
  const order: readonly PeriodUnit[] = ["YEAR", "QUARTER", "MONTH", "WEEK", "DAY"];
  return order.filter((unit) => floorToPeriodUnit(instant, unit) === instant).map((unit) => unit.toLowerCase());
}

/** Returns the name of a unit as written in `period(...)`. */
export function unitNameOf(unit: PeriodUnit): string {
  return Object.entries(periodUnits).find(([, other]) => other === unit)?.[0] ?? unit;
}

/** Selection of the intervals of `periods(...)` to show, oldest first. */
interface ShownIntervals {
  readonly first: TimeInterval;
  /** Newest intervals. If `left` is 0, these and `first` are all intervals. */
  readonly last: readonly TimeInterval[];
  /** Number of intervals that are not shown, between `first` and `last`. */
  readonly left: number;
}

/** Returns the oldest interval and the newest ones, `shown` in total. Does not compute the intervals in between. */
export function selectShownIntervals(settings: PeriodSettings, shown: number): ShownIntervals | undefined {
  const { count, unitCount } = settings;
  const intervals = computePeriodIntervals({ ...settings, count: Math.min(count, shown) });
  const [oldest, ...others] = intervals;
  if (!oldest) {
    return undefined;
  }
  if (count <= shown) {
    return { first: oldest, last: others, left: 0 };
  }
  // A single interval as long as several begins where the last of them does.
  const startOf = (number: number) =>
    computePeriodIntervals({ ...settings, count: 1, unitCount: unitCount * number })[0]?.start;
  const first = { start: startOf(count) ?? Number.NaN, end: startOf(count - 1) ?? Number.NaN };
  return { first, last: others, left: count - shown };
}

function isWritable(instant: number): boolean {
  return instant >= firstInstant && instant <= lastInstant;
}
