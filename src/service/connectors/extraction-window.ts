/** Requested start of an extraction's window; fields of the request (service-api, "Extraction job request"). */
export interface WindowRequest {
  /** Epoch milliseconds from which to read, in place of the end of the last extraction. */
  readonly from?: number | undefined;
  /** Epoch milliseconds at which to end, in place of now. */
  readonly to?: number | undefined;
  readonly weeks?: number | undefined;
  readonly weekDay?: "CURRENT_DAY_OF_WEEK" | "FIRST_OF_WEEK" | "LAST_OF_WEEK" | undefined;
  readonly months?: number | undefined;
  readonly monthDay?: "CURRENT_DAY_OF_MONTH" | "FIRST_OF_MONTH" | "LAST_OF_MONTH" | undefined;
}

/** Half-open window of time, in epoch milliseconds. */
export interface ExtractionWindow {
  /** Undefined means from the beginning. */
  readonly from: number | undefined;
  readonly to: number;
}

/** Error for a window that cannot be read. The message is the predicate of a sentence about the extraction. */
export class WindowProblem extends Error {
  override readonly name = "WindowProblem";
}

/**
 * Returns the window of an extraction at the time `now`: from what the request says, else from where the last extraction
 * ended, up to `to`. Throws `WindowProblem` for one that is upside down or ends in the future: rows that come later
 * would lie before the next window.
 */
export function findWindow(
  request: WindowRequest,
  last: number | undefined,
  now: number,
  timeZone: string,
): ExtractionWindow {
  const { to = now } = request;
  if (to > now) {
    throw new WindowProblem(
      `would end at ${textOf(to)}, which is in the future; leave out extractToTimeOverride to read up to now`,
    );
  }
  const from = readFrom(request, to, timeZone) ?? last;
  if (from !== undefined && from > now) {
    throw new WindowProblem(
      from === last
        ? `would begin where the last one ended, at ${textOf(from)}, which is in the future: the clock of this machine was or is wrong; set it, or say with overrideLastExtractionTimestamp from when to read`
        : `would begin at ${textOf(from)}, which is in the future`,
    );
  }
  if (from !== undefined && from > to) {
    throw new WindowProblem(`would begin at ${textOf(from)} and end before, at ${textOf(to)}`);
  }
  return { from, to };
}

/** Instant as it stands in messages. */
export function textOf(instant: number): string {
  return new Date(instant).toISOString().replace(".000Z", "Z");
}

/** Describes the rows of a window, as the end of a sentence. */
export function describeWindow({ from, to }: ExtractionWindow): string {
  return from === undefined ? `changed before ${textOf(to)}` : `changed from ${textOf(from)} to before ${textOf(to)}`;
}

function readFrom(
  { from, weeks, weekDay = "CURRENT_DAY_OF_WEEK", months, monthDay = "CURRENT_DAY_OF_MONTH" }: WindowRequest,
  to: number,
  timeZone: string,
): number | undefined {
  if (from !== undefined) {
    return from;
  }
  if (weeks === undefined && months === undefined) {
    return undefined;
  }
  const today = dayOf(to, timeZone);
  return startOfDay(
    weeks === undefined ? monthsBefore(today, months ?? 0, monthDay) : weeksBefore(today, weeks, weekDay),
    timeZone,
  );
}

/** A day as the epoch milliseconds of its midnight in UTC, whatever the time zone that it is a day of. */
type Day = number;

const dayMs = 24 * 60 * 60 * 1000;

function weeksBefore(today: Day, weeks: number, day: NonNullable<WindowRequest["weekDay"]>): Day {
  const same = today - weeks * 7 * dayMs;
  // Weeks begin on Monday (ISO 8601).
  const monday = same - ((new Date(same).getUTCDay() + 6) % 7) * dayMs;
  switch (day) {
    case "CURRENT_DAY_OF_WEEK":
      return same;
    case "FIRST_OF_WEEK":
      return monday;
    case "LAST_OF_WEEK":
      return monday + 6 * dayMs;
  }
}

function monthsBefore(today: Day, months: number, day: NonNullable<WindowRequest["monthDay"]>): Day {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const last = Date.UTC(year, month + 1, 0);
  switch (day) {
    case "CURRENT_DAY_OF_MONTH":
      // A month that is too short for the day has its last day.
      return Math.min(Date.UTC(year, month, date.getUTCDate()), last);
    case "FIRST_OF_MONTH":
      return Date.UTC(year, month, 1);
    case "LAST_OF_MONTH":
      return last;
  }
}

/** Instant at which the day begins that is `months` before the day of an instant. */
export function startOfMonthsBefore(instant: number, months: number, timeZone: string): number {
  return startOfDay(monthsBefore(dayOf(instant, timeZone), months, "CURRENT_DAY_OF_MONTH"), timeZone);
}

function dayOf(instant: number, timeZone: string): Day {
  const local = instant + offsetOf(instant, timeZone);
  return local - (((local % dayMs) + dayMs) % dayMs);
}

/** First instant of a day in a time zone. */
function startOfDay(day: Day, timeZone: string): number {
  const guess = day - offsetOf(day, timeZone);
  const start = day - offsetOf(guess, timeZone);
  // Where clocks are set forward at midnight the day begins later.
  return dayOf(start, timeZone) === day ? start : guess;
}

/** Difference of a time zone's clock to UTC at an instant, in milliseconds. */
function offsetOf(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    era: "short",
  }).formatToParts(instant);
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(
    number("year"),
    number("month") - 1,
    number("day"),
    number("hour"),
    number("minute"),
    number("second"),
  );
  return local - Math.floor(instant / 1000) * 1000;
}

/** Whether a text is the name of a time zone. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions().timeZone !== "" && text.trim() !== "";
  } catch {
    return false;
  }
}
