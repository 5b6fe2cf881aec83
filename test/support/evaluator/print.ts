import { dayMs } from "./calendar.ts";
import type { Interval } from "./intervals.ts";
import type { MemberDisplayMode } from "./options.ts";

/** Decimal text: the shortest that reads back to the same double (semantics.md, "Aggregates"). */
export function printNumber(value: number): string {
  return String(value);
}

export function printInstant(instant: number): string {
  return new Date(instant).toISOString();
}

// Made once: making one takes a hundred times as long as a day's text.
const dayFormat = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** For 2024-05-31T10:00:00Z this is `May 31, 2024`. */
export function printDay(instant: number): string {
  return dayFormat.format(instant);
}

/** A date-time of a list: epoch milliseconds, or `yyyy-MM-dd HH:mm:ss+00:00` (sql-like-language 11.3). */
export function printDateTime(instant: number, mode: "EPOCH" | "DATETIME" = "EPOCH"): string {
  return mode === "EPOCH" ? printNumber(instant) : `${printInstant(instant).slice(0, 19).replace("T", " ")}+00:00`;
}

/** What prints the positions of an axis: a path of names, and what people call it. */
export interface Printable {
  readonly path: readonly string[];
  readonly displayName: string;
}

export function printMember({ path, displayName }: Printable, mode: MemberDisplayMode): string {
  switch (mode) {
    case "DEFAULT":
    case "COMPACT":
      return path.join(".");
    case "MDX":
      return path.map((name) => `[${name}]`).join(".");
    case "DISPLAY":
    case "COMPACT_DISPLAY":
      return displayName;
  }
}

/** A time position of a subject metric: the interval's end (sql-like-language 11.3). */
export function printInstantPosition(instant: number, ordinal: number, mode: MemberDisplayMode): string {
  const compact = printInstant(instant);
  switch (mode) {
    case "DEFAULT":
      return `${compact} - [${ordinal}]`;
    case "COMPACT":
      return compact;
    case "MDX":
      return `[${compact}]`;
    case "DISPLAY":
      return printDay(instant);
    case "COMPACT_DISPLAY":
      return `${compact} ${printDay(instant)}`;
  }
}

/** A time position of an event metric (sql-like-language 11.3). */
export function printIntervalPosition({ start, end }: Interval, ordinal: number, mode: MemberDisplayMode): string {
  // The end is exclusive, so the last day is the one that the instant before it is on.
  const lastDay = printDay(Math.ceil(end / dayMs) * dayMs - 1);
  switch (mode) {
    case "DEFAULT":
      return `${printInstant(start)}/${printInstant(end)} - [${ordinal}]`;
    case "COMPACT":
      return printInstant(end);
    case "MDX":
      return `[${printInstant(end)}]`;
    case "DISPLAY":
      return `${printDay(start)} - ${lastDay}`;
    case "COMPACT_DISPLAY":
      return lastDay;
  }
}
