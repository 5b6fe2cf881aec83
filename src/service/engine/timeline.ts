import { quoteName } from "../../duckdb/database.ts";
import type { Interval } from "../../languages/sql-like/syntax.ts";
import { monthBeginningAt } from "../model/object-table.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { monthRankSql, rankSql } from "./rank-sql.ts";
import { instantSql, type Sql } from "./sql-text.ts";

/**
 * The records of an object with the span of intervals each counts in, by the edge rules of sql-like-language 5.5: columns
 * `$i0` and `$i1` are ordinals of intervals, the end exclusive, and a span may be empty.
 *
 * The ordinals turn all questions of time into comparisons of two small integers, so that a record is looked at once and
 * not once for each interval: grouping by axis and span leaves some hundred rows to spread over the intervals.
 */
export function spannedRecords(object: StoredObject, intervals: readonly Interval[]): Sql {
  const starts = intervals.map(({ start }) => start);
  const ends = intervals.map(({ end }) => end);
  const table = quoteName(object.id);
  if (object.kind === "event") {
    const time = '"$event_time"';
    const isCovered = `${time} >= ${instantSql(Math.min(...starts))} AND ${time} < ${instantSql(Math.max(...ends))}`;
    const isGapless = starts.every((start, index) => index === 0 || start === ends[index - 1]);
    const first = rankSql(time, ends);
    const inner = `SELECT *, ${first} AS "$i0"${isGapless ? "" : `, ${rankSql(time, starts)} AS "$i1"`} FROM ${table} WHERE ${isCovered}`;
    return isGapless ? `(SELECT *, "$i0" + 1 AS "$i1" FROM (${inner}))` : `(${inner})`;
  }
  const months = ends.map(monthBeginningAt);
  return months.every((month) => month !== undefined) ? spansByMonth(table, months) : spansByInstant(table, ends);
}

/**
 * If all intervals end at ends of months, the months of a state suffice and are faster to compare than its instants.
 */
function spansByMonth(table: Sql, ends: readonly number[]): Sql {
  const start = ends.length === 1 ? "0" : monthRankSql('"$from_month"', ends);
  const end = ends.length === 1 ? "1" : monthRankSql('"$to_month"', ends);
  const span = `${start} AS "$i0", ${end} AS "$i1"`;
  return `(SELECT *, ${span} FROM ${table} WHERE "$to_month" >= ${ends[0]} AND "$from_month" < ${ends.at(-1)})`;
}

function spansByInstant(table: Sql, ends: readonly number[]): Sql {
  const isBegun = `"$valid_from" < ${instantSql(ends.at(-1) ?? 0)}`;
  const start = ends.length === 1 ? "0" : rankSql('"$valid_from"', ends);
  const end = ends.length === 1 ? "1" : rankSql('"$valid_to"', ends);
  // Two scans, whose conditions DuckDB checks for whole blocks; an OR on $valid_to would be checked record by record.
  const open = `SELECT *, ${start} AS "$i0", ${ends.length} AS "$i1" FROM ${table} WHERE "$valid_to" IS NULL AND ${isBegun}`;
  const closed = `SELECT *, ${start} AS "$i0", ${end} AS "$i1" FROM ${table} WHERE "$valid_to" >= ${instantSql(ends[0] ?? 0)} AND ${isBegun}`;
  return `(${open} UNION ALL ${closed})`;
}

/** Like `spannedRecords` for a subject, with rows of NULL for the intervals in which a member is not valid. */
export function filledTimeline(object: StoredObject, intervals: readonly Interval[]): Sql {
  const states = `(SELECT * FROM ${spannedRecords(object, intervals)} WHERE "$i0" < "$i1")`;
  const before = `SELECT "$key", coalesce(lag("$i1") OVER (PARTITION BY "$key" ORDER BY "$i0"), 0) AS "$i0", "$i0" AS "$i1" FROM ${states}`;
  const after = `SELECT "$key", max("$i1") AS "$i0", ${intervals.length} AS "$i1" FROM ${states} GROUP BY "$key"`;
  const gaps = `SELECT * FROM (${before} UNION ALL ${after}) WHERE "$i0" < "$i1"`;
  return `(SELECT * FROM ${states} UNION ALL BY NAME ${gaps})`;
}
