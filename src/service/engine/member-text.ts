import { assertNever } from "../../base/assert-never.ts";
import type { Interval } from "../../languages/sql-like/syntax.ts";
import type { MemberDisplayMode } from "./aggregate-options.ts";
import type { Position } from "./axis.ts";

/** Text of a position in a table (sql-like-language 11.3, semantics.md, "Values in a table"). */
export function memberText({ path, displayName }: Position, mode: MemberDisplayMode): string {
  switch (mode) {
    case "DEFAULT":
    case "COMPACT":
      return path.join(".");
    case "DISPLAY":
    case "COMPACT_DISPLAY":
      return displayName;
    case "MDX":
      return path.map((name) => `[${name}]`).join(".");
    default:
      return assertNever(mode);
  }
}

/** Members of the time axis: interval ends for metrics of subjects, intervals for metrics of events. */
export type TimeKind = "instant" | "interval";

/** Text of a time member in a table; `ordinal` counts from 0 for the oldest. */
export function timeText(
  interval: Interval,
  ordinal: number,
  kind: TimeKind,
  mode: MemberDisplayMode,
  alignsToPeriodEnd: boolean,
): string {
  const { start, end } = aligned(interval, alignsToPeriodEnd);
  switch (mode) {
    case "DEFAULT":
      return kind === "instant" ? `${iso(end)} - [${ordinal}]` : `${iso(start)}/${iso(end)} - [${ordinal}]`;
    case "COMPACT":
      return iso(end);
    case "MDX":
      return `[${iso(end)}]`;
    case "DISPLAY":
      return timeDisplayName(interval, kind, alignsToPeriodEnd);
    case "COMPACT_DISPLAY":
      return kind === "instant" ? `${iso(end)} ${day(end)}` : day(end - 1);
    default:
      return assertNever(mode);
  }
}

/** `Jun 1, 2024` for an instant, `May 1, 2024 - May 31, 2024` for an interval. */
export function timeDisplayName(interval: Interval, kind: TimeKind, alignsToPeriodEnd: boolean): string {
  const { start, end } = aligned(interval, alignsToPeriodEnd);
  return kind === "instant" ? day(end) : `${day(start)} - ${day(end - 1)}`;
}

/** The option moves every time member back by one millisecond (sql-like-language 11.3). */
function aligned({ start, end }: Interval, alignsToPeriodEnd: boolean): Interval {
  const back = alignsToPeriodEnd ? 1 : 0;
  return { start: start - back, end: end - back };
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

const dayFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "numeric",
});

function day(instant: number): string {
  return dayFormat.format(instant);
}
