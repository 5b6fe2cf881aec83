import { assertNever } from "../../base/assert-never.ts";
import type { Interval } from "../../languages/sql-like/syntax.ts";
import type { Position } from "./axis.ts";
import type { MemberDisplayMode } from "./query-options.ts";
import type { Sql } from "./sql-text.ts";

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

/** Number as results print it: the shortest decimal that reads back as the same double; integers with every digit. */
export function numberText(value: number | bigint): string {
  return Object.is(value, -0) ? "0" : String(value);
}

/** 2^53, up to which doubles represent every whole number exactly. */
const exactWhole = "9007199254740992";

/** SQL for `numberText` of a DOUBLE; DuckDB's own text has `.0`, and exponents from 1e16 up and 1e-5 down. */
export function doubleTextSql(column: Sql): Sql {
  const text = `(${column})::VARCHAR`;
  // In `9.203817354237048e+18`: the digits, and the exponent as the position of the point.
  const digits = `replace(replace(split_part(${text}, 'e', 1), '.', ''), '-', '')`;
  const exponent = `split_part(${text}, 'e', 2)::INTEGER`;
  const sign = `CASE WHEN ${column} < 0 THEN '-' ELSE '' END`;
  const cut = `regexp_replace(${text}, '\\.0$', '')`;
  return [
    `CASE WHEN ${column} = trunc(${column}) AND abs(${column}) < ${exactWhole} THEN (${column})::BIGINT::VARCHAR`,
    `WHEN NOT contains(${text}, 'e') THEN ${cut}`,
    `WHEN abs(${column}) >= 1 AND abs(${column}) < 1e21 THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')`,
    `WHEN abs(${column}) < 1 AND abs(${column}) >= 1e-6 THEN ${sign} || '0.' || repeat('0', -${exponent} - 1) || ${digits}`,
    `ELSE regexp_replace(${text}, 'e([+-])0+', 'e\\1') END`,
  ].join(" ");
}
