import { quoteName } from "../../duckdb/database.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import type { StoredDimension } from "../model/tenant-model.ts";
import { instantSql, qualify, type RebuildScope } from "./rebuild-scope.ts";

/** A range dimension whose value is calculated from the years since a date, such as the tenure. */
export interface CalculatedRange {
  readonly name: string;
  /** Column with the date. */
  readonly since: string;
  /** Years at which each range begins, ascending; the first is 0. */
  readonly bounds: readonly number[];
  /** Ordinals of the ranges, in the order of the bounds. */
  readonly ordinals: readonly number[];
}

/** Reads a dimension's range. Undefined for a dimension that is not calculated. */
export async function readCalculatedRange(
  scope: RebuildScope,
  { id, range, membersOf }: StoredDimension,
): Promise<CalculatedRange | undefined> {
  if (!range) {
    return undefined;
  }
  const members = await scope.connection.rows(
    `SELECT ordinal FROM ${qualify(scope.sources.baseline, memberTableNameOf(membersOf))} ORDER BY ordinal`,
  );
  return { name: id, ...range, ordinals: members.map(({ ordinal }) => Number(ordinal)) };
}

/** SQL for the ordinal of the range at an instant; NULL without the date. `since` and `instant` are TIMESTAMP expressions. */
export function rangeOrdinalSql(range: CalculatedRange, since: string, instant: string): string {
  // Adding years is slow; whole years tell all but the year of the anniversary.
  const isBefore = (years: number) =>
    `CASE WHEN year(${instant}) <> year(${since}) + ${years} THEN year(${instant}) < year(${since}) + ${years}
       ELSE ${instant} < ${since} + INTERVAL ${years} YEAR END`;
  const earlier = boundsOf(range).map((years, index) => `WHEN ${isBefore(years)} THEN ${range.ordinals[index]}`);
  return `CASE WHEN ${since} IS NULL THEN NULL ${earlier.join(" ")} ELSE ${range.ordinals[range.bounds.length - 1]} END::INTEGER`;
}

/**
 * SQL for the list of the instants between two others, exclusive, at which the value of a range changes; NULL if there is none.
 * Ranges' dates are columns of their names.
 */
export function rangeChangesSql(ranges: readonly CalculatedRange[], from: string, to: string): string {
  const changes = ranges.flatMap((range) => boundsOf(range).map((years) => ({ since: quoteName(range.since), years })));
  if (changes.length === 0) {
    return "NULL::TIMESTAMP[]";
  }
  const isInside = ({ since, years }: (typeof changes)[number]) =>
    `CASE WHEN year(${since}) + ${years} BETWEEN year(${from}) AND year(${to})
       THEN ${since} + INTERVAL ${years} YEAR > ${from} AND ${since} + INTERVAL ${years} YEAR < ${to} ELSE FALSE END`;
  const instants = changes.map(
    (change) => `CASE WHEN ${isInside(change)} THEN ${change.since} + INTERVAL ${change.years} YEAR END`,
  );
  // Lists are slow, and most spans are not cut.
  return `CASE WHEN ${changes.map(isInside).join(" OR ")} THEN list_sort(list_distinct([${instants.join(", ")}])) END`;
}

/** SQL condition whether a range changes in the time by which new data is longer than the former. `since` is a TIMESTAMP expression. */
export function changesInNewTimeSql(range: CalculatedRange, since: string, scope: RebuildScope): string {
  const { formerEnd, dataEnd } = scope;
  const inside = boundsOf(range).map((years) => {
    const instant = `${since} + INTERVAL ${years} YEAR`;
    return `(${instant} >= ${instantSql(formerEnd)} AND ${instant} < ${instantSql(dataEnd)})`;
  });
  return inside.join(" OR ") || "FALSE";
}

/** Years at which one range follows another. */
function boundsOf({ bounds }: CalculatedRange): readonly number[] {
  return bounds.slice(1);
}
