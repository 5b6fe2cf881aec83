import { assertNever } from "../../base/assert-never.ts";
import type { TimeInterval } from "../../languages/sql-like/syntax.ts";
import type { AxisPosition } from "./axis.ts";
import type { MemberDisplayMode } from "./query-options.ts";
import type { SqlText } from "./sql-text.ts";

/** Formats a member for a table (sql-like-language 11.3, semantics.md, "Values in a table"). */
export function formatMember({ path, displayName }: AxisPosition, mode: MemberDisplayMode): string {
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

/**
 * Content of the time axis: the ends of intervals for metrics of subjects, complete intervals for metrics of events.
 */
export type TimeAxisKind = "instant" | "interval";

/** Formats a member of the time axis for a table. `ordinal` counts from 0, the oldest. */
export function formatTimeMember(
  interval: TimeInterval,
  ordinal: number,
  kind: TimeAxisKind,
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
      return formatTimeDisplayName(interval, kind, alignsToPeriodEnd);
    case "COMPACT_DISPLAY":
      return kind === "instant" ? `${iso(end)} ${day(end)}` : day(end - 1);
    default:
      return assertNever(mode);
  }
}

/**
 * Formats the display name of a time member: `Jun 1, 2024` for an instant, `May 1, 2024 - May 31, 2024` for an
 * interval.
 */
export function formatTimeDisplayName(interval: TimeInterval, kind: TimeAxisKind, alignsToPeriodEnd: boolean): string {
  const { start, end } = aligned(interval, alignsToPeriodEnd);
  return kind === "instant" ? day(end) : `${day(start)} - ${day(end - 1)}`;
}

/**
 * Returns the interval of a time member, moved back by one millisecond if the option is set (sql-like-language 11.3).
 */
function aligned({ start, end }: TimeInterval, alignsToPeriodEnd: boolean): TimeInterval {
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

/**
 * Formats a number for results. The text is the shortest decimal that parses to the same double; integers have all
 * digits.
 */
export function formatResultNumber(value: number | bigint): string {
  return Object.is(value, -0) ? "0" : String(value);
}

/** 2^53, up to which doubles represent every whole number exactly. */
const exactWhole = "9007199254740992";

/**
 * Builds SQL that formats a DOUBLE like `formatResultNumber`. DuckDB's own text has `.0`, and exponents from 1e16 up
 * and from 1e-5 down.
 */
export function buildDoubleTextSql(column: SqlText): SqlText {
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
