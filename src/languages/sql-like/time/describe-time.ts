import { formatInstant } from "./instant.ts";
import { floorToUnit, type Interval, type PeriodSettings, periodIntervals } from "./intervals.ts";
import { type PeriodUnit, units } from "./units.ts";

const dayMs = 86_400_000;
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
/** First of January of year 0; `parseInstant` reads years of four digits. */
const firstInstant = -62_167_219_200_000;
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Instant as a query writes it; in words if no query can write it. */
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

/** Last day of a range that ends at an exclusive instant: the day before midnight, else the day of the instant. */
export function lastDayBefore(end: number): number {
  return Math.floor((end - 1) / dayMs) * dayMs;
}

/** Sentence that the end of a range is exclusive, with its last day. */
export function rangeEndText(end: number): string {
  return `\`${instantText(end)}\` is not included: the last day is **${longInstantText(lastDayBefore(end))}**.`;
}

/** Calendar units that begin at an instant, longest first. */
export function boundariesAt(instant: number): string[] {
  const order: readonly PeriodUnit[] = ["YEAR", "QUARTER", "MONTH", "WEEK", "DAY"];
  return order.filter((unit) => floorToUnit(instant, unit) === instant).map((unit) => unit.toLowerCase());
}

/** Unit as written in `period(...)`. */
export function unitName(unit: PeriodUnit): string {
  return Object.entries(units).find(([, other]) => other === unit)?.[0] ?? unit;
}

/** Selection of the intervals of `periods(...)`, oldest first. */
interface ShownIntervals {
  readonly first: Interval;
  /** Newest intervals; together with `first` all intervals unless `left` is above 0. */
  readonly last: readonly Interval[];
  /** Number of intervals left out in between. */
  readonly left: number;
}

/** Oldest interval and the newest ones, `shown` in total, computed without listing all. */
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
  // A single interval as long as several begins where the last of them does.
  const startOf = (number: number) =>
    periodIntervals({ ...settings, count: 1, unitCount: unitCount * number })[0]?.start;
  const first = { start: startOf(count) ?? Number.NaN, end: startOf(count - 1) ?? Number.NaN };
  return { first, last: others, left: count - shown };
}

function isWritable(instant: number): boolean {
  return instant >= firstInstant && instant <= lastInstant;
}
