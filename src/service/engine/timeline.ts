import { quoteName } from "../../duckdb/database.ts";
import type { TimeInterval } from "../../languages/sql-like/syntax.ts";
import { findMonthBeginningAt } from "../model/object-table.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { buildMonthRankSql, buildRankSql } from "./rank-sql.ts";
import { buildInstantSql, type SqlText } from "./sql-text.ts";

/**
 * Builds SQL that selects the records of an object, each with the intervals in which it counts (sql-like-language 5.5).
 * The columns `$i0` and `$i1` are the ordinals of the first interval and, exclusive, of the last. A span may be empty.
 * Grouping by these small integers is faster than comparing each record with each interval.
 */
export function buildRecordIntervalsSql(object: StoredObject, intervals: readonly TimeInterval[]): SqlText {
  const starts = intervals.map(({ start }) => start);
  const ends = intervals.map(({ end }) => end);
  const table = quoteName(object.id);
  if (object.kind === "event") {
    const time = '"$event_time"';
    const isCovered = `${time} >= ${buildInstantSql(Math.min(...starts))} AND ${time} < ${buildInstantSql(Math.max(...ends))}`;
    const isGapless = starts.every((start, index) => index === 0 || start === ends[index - 1]);
    const first = buildRankSql(time, ends);
    const inner = `SELECT *, ${first} AS "$i0"${isGapless ? "" : `, ${buildRankSql(time, starts)} AS "$i1"`} FROM ${table} WHERE ${isCovered}`;
    return isGapless ? `(SELECT *, "$i0" + 1 AS "$i1" FROM (${inner}))` : `(${inner})`;
  }
  const months = ends.map(findMonthBeginningAt);
  return months.every((month) => month !== undefined) ? spansByMonth(table, months) : spansByInstant(table, ends);
}

/**
 * Returns the spans of states by their months, which are faster to compare than instants. Only if all intervals end at
 * ends of months.
 */
function spansByMonth(table: SqlText, ends: readonly number[]): SqlText {
  const start = ends.length === 1 ? "0" : buildMonthRankSql('"$from_month"', ends);
  const end = ends.length === 1 ? "1" : buildMonthRankSql('"$to_month"', ends);
  const span = `${start} AS "$i0", ${end} AS "$i1"`;
  return `(SELECT *, ${span} FROM ${table} WHERE "$to_month" >= ${ends[0]} AND "$from_month" < ${ends.at(-1)})`;
}

function spansByInstant(table: SqlText, ends: readonly number[]): SqlText {
  const isBegun = `"$valid_from" < ${buildInstantSql(ends.at(-1) ?? 0)}`;
  const start = ends.length === 1 ? "0" : buildRankSql('"$valid_from"', ends);
  const end = ends.length === 1 ? "1" : buildRankSql('"$valid_to"', ends);
  // Two scans, whose conditions DuckDB checks for whole blocks; an OR on $valid_to would be checked record by record.
  const open = `SELECT *, ${start} AS "$i0", ${ends.length} AS "$i1" FROM ${table} WHERE "$valid_to" IS NULL AND ${isBegun}`;
  const closed = `SELECT *, ${start} AS "$i0", ${end} AS "$i1" FROM ${table} WHERE "$valid_to" >= ${buildInstantSql(ends[0] ?? 0)} AND ${isBegun}`;
  return `(${open} UNION ALL ${closed})`;
}

/**
 * Like `buildRecordIntervalsSql` for a subject, with additional rows of NULL for the intervals in which a member is not
 * valid.
 */
export function buildFilledTimelineSql(object: StoredObject, intervals: readonly TimeInterval[]): SqlText {
  const states = `(SELECT * FROM ${buildRecordIntervalsSql(object, intervals)} WHERE "$i0" < "$i1")`;
  const before = `SELECT "$key", coalesce(lag("$i1") OVER (PARTITION BY "$key" ORDER BY "$i0"), 0) AS "$i0", "$i0" AS "$i1" FROM ${states}`;
  const after = `SELECT "$key", max("$i1") AS "$i0", ${intervals.length} AS "$i1" FROM ${states} GROUP BY "$key"`;
  const gaps = `SELECT * FROM (${before} UNION ALL ${after}) WHERE "$i0" < "$i1"`;
  return `(SELECT * FROM ${states} UNION ALL BY NAME ${gaps})`;
}
