import { formatInstant } from "./instant.ts";
import { floorToUnit, type Interval, type PeriodSettings, periodIntervals } from "./intervals.ts";
import { type PeriodUnit, units } from "./units.ts";

const dayMs = 86_400_000;
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
/** The first of January of the year 0; `parseInstant` reads years of four digits. */
const firstInstant = -62_167_219_200_000;
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** An instant as a query writes it; one that no query can write as words. */
export function instantText(instant: number): string {
  return isWritable(instant)
    ? formatInstant(instant)
    : instant > lastInstant
      ? "after the year 9999"
      : "before the year 0";
}

/** `Friday, 2024-03-15`, with the time of day unless it is midnight. */
export function longInstantText(instant: number): string {
  return isWritable(instant)
    ? `${weekdays[new Date(instant).getUTCDay()]}, ${formatInstant(instant)}`
    : instantText(instant);
}

/** The last day of a time that ends before an instant: the day before, or the same day when that has begun. */
export function lastDayBefore(end: number): number {
  return Math.floor((end - 1) / dayMs) * dayMs;
}

/** That the end of a range is not in it, and which day is its last. */
export function rangeEndText(end: number): string {
  return `\`${instantText(end)}\` is not included: the last day is **${longInstantText(lastDayBefore(end))}**.`;
}

/** The units of which an instant is a boundary, by the Gregorian calendar, the longest first. */
export function boundariesAt(instant: number): string[] {
  const order: readonly PeriodUnit[] = ["YEAR", "QUARTER", "MONTH", "WEEK", "DAY"];
  return order.filter((unit) => floorToUnit(instant, unit) === instant).map((unit) => unit.toLowerCase());
}

/** A unit as `period(...)` writes it. */
export function unitName(unit: PeriodUnit): string {
  return Object.entries(units).find(([, other]) => other === unit)?.[0] ?? unit;
}

/** Some of the intervals of `periods(...)`, oldest first. */
interface ShownIntervals {
  readonly first: Interval;
  /** The newest ones; with `first` all there are unless `left` says otherwise. */
  readonly last: readonly Interval[];
  /** How many between them are not shown. */
  readonly left: number;
}

/** The oldest interval and the newest ones, `shown` together, however many there are. */
export function showIntervals(settings: PeriodSettings, shown: number): ShownIntervals | undefined {
  const { count, unitCount } = settings;
  const intervals = periodIntervals({ ...settings, count: Math.min(count, shown) });
  const [oldest, ...others] = intervals;
  if (!oldest) {
    return undefined;
  }
  if (count <= shown) {
    return { first: oldest, last: others, left: 0 };
  }
  // One interval as long as many begins where the last of them does.
  const startOf = (number: number) =>
    periodIntervals({ ...settings, count: 1, unitCount: unitCount * number })[0]?.start;
  const first = { start: startOf(count) ?? Number.NaN, end: startOf(count - 1) ?? Number.NaN };
  return { first, last: others, left: count - shown };
}

function isWritable(instant: number): boolean {
  return instant >= firstInstant && instant <= lastInstant;
}
