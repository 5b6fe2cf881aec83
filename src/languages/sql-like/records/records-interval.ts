import type { CellMembers } from "../../../base/cell-members.ts";
import type { BoundQuery } from "../binding/bound-query.ts";
import type { TimeFilter } from "../binding/check-time.ts";
import { computePeriodIntervals, type TimeInterval } from "../time/intervals.ts";
import { NotListableError, valuesOf } from "./member-conditions.ts";

/** Time member in any of its technical forms, which begin with an instant or an interval (sql-like-language 11.3). */
const timeMember = /^(?:[^/]+\/)?(\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+)?)Z?(?: - \[\d+\])?$/;

/**
 * Returns the interval in which the records behind a cell are listed: the last millisecond before the instant of a
 * subject, the period of an event. Throws NotListableError if the cell has no single span of time.
 */
export function findRecordsInterval(query: BoundQuery, cell: CellMembers, isGregorian: boolean): TimeInterval {
  const { object, time, items } = query;
  const isEvent = object.kind === "event";
  const name = items.find(({ kind }) => kind === "time")?.name ?? (isEvent ? "TimeInInterval" : "DateInRange");
  const ends = [...new Set(valuesOf(cell, query, name).map(readEnd))].sort((one, other) => one - other);
  const [first] = ends;
  if (first === undefined || (!isEvent && ends.length > 1)) {
    throw new NotListableError("The cell adds up several points in time. Choose a cell of one of them.");
  }
  if (!isEvent) {
    return { start: first - 1, end: first };
  }
  const known = cell.columns.find((column) => column.name === name)?.known?.map(readEnd) ?? ends;
  const all = intervalsOf(time, ends, known, isGregorian);
  const intervals = ends.map((end) => all.find((interval) => interval.end === end));
  const joined = intervals.reduce((before, next) =>
    before && next?.start === before.end ? { start: before.start, end: next.end } : undefined,
  );
  if (!joined) {
    throw new NotListableError("The cell adds up periods with others between them. Choose a cell of one period.");
  }
  return joined;
}

function readEnd(value: string | null): number {
  const text = timeMember.exec(value ?? "")?.[1];
  const end = text === undefined ? Number.NaN : Date.parse(text.length === 10 ? text : `${text.replace(" ", "T")}Z`);
  if (Number.isNaN(end)) {
    throw new NotListableError(`"${value ?? "missing"}" is not a time that a list query can name.`);
  }
  return end;
}

/**
 * Returns the periods of the query. Years and quarters begin where the tenant's fiscal year does, which is found from
 * the ends of the periods in the result.
 */
function intervalsOf(
  time: TimeFilter | undefined,
  ends: readonly number[],
  known: readonly number[],
  isGregorian: boolean,
): readonly TimeInterval[] {
  const settings =
    time?.kind === "periods" ? time : ({ anchor: Math.max(...known), count: 1, unit: "MONTH", unitCount: 1 } as const);
  const months = isGregorian || !["QUARTER", "YEAR"].includes(settings.unit) ? [1] : twelveMonths;
  const fitting = months
    .map((fiscalYearStartMonth) => computePeriodIntervals({ ...settings, fiscalYearStartMonth }))
    .filter((intervals) => known.every((end) => intervals.some((interval) => interval.end === end)));
  const wanted = fitting.map((intervals) => intervals.filter(({ end }) => ends.includes(end)));
  const [first] = wanted;
  if (!first || wanted.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
    throw new NotListableError("It is not known when the fiscal year begins, and so not when the period begins.");
  }
  return first;
}

const twelveMonths: readonly number[] = Array.from({ length: 12 }, (_, index) => index + 1);
