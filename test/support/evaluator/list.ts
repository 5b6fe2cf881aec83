import type { StoredObject } from "../../../src/service/model/tenant-model.ts";
import type { BoundQuery, Column } from "./columns.ts";
import { compileCondition } from "./condition.ts";
import { type Interval, intervalsOf, type Periods } from "./intervals.ts";
import { type ListPlace, listCells } from "./list-cells.ts";
import { calendarOf, type ListOptions } from "./options.ts";
import type { Condition } from "./query-tree.ts";
import type { Place } from "./reach.ts";
import type { Rules } from "./rules.ts";
import { rangeOf, type SplitWhere } from "./split-time.ts";
import type { Row, Table } from "./table.ts";
import type { Workforce, WorkforceRecord } from "./workforce.ts";

/** The table of a list (sql-like-language 5.7, 6.3; semantics.md, "Lists"). */
export function listTable(
  workforce: Workforce,
  query: BoundQuery,
  { time, filters }: SplitWhere,
  options: ListOptions,
  rules: Rules,
): Table {
  const range = rangeOf(time, Date.parse(workforce.model.dataEnd), calendarOf(workforce.model, options));
  return tableOfRanges(workforce, query, filters, [range], options, rules);
}

/** The table of a snapshot query: its lists one after the other, oldest first (semantics.md, "Lists"). */
export function snapshotTable(
  workforce: Workforce,
  query: BoundQuery,
  filters: readonly Condition[],
  periods: Periods,
  options: ListOptions,
  rules: Rules,
): Table {
  const ranges = intervalsOf(periods, calendarOf(workforce.model, options), rules);
  return tableOfRanges(workforce, query, filters, ranges, options, rules);
}

function tableOfRanges(
  workforce: Workforce,
  query: BoundQuery,
  filters: readonly Condition[],
  ranges: readonly Interval[],
  options: ListOptions,
  rules: Rules,
): Table {
  const unknown = query.columns.find(({ kind }) => kind === "nothing");
  if (unknown && options.queryMode !== "FILL") {
    throw new Error(`Evaluating a query: "${unknown.name}" cannot be resolved.`);
  }
  const runs = ranges.map((range) =>
    placesIn(workforce, query, filters, range, options, rules).flatMap((place) =>
      listCells(workforce, query.columns, place, options),
    ),
  );
  const header = options.omitHeader ? undefined : query.columns.map(({ name }: Column) => name);
  const rows = runs.flat();
  if (options.limit === undefined && options.page === undefined) {
    return { header, rows, freeRuns: runs.map(({ length }) => length) };
  }
  return { header, rows: pageOf(rows, options) };
}

/** 1,000 rows when only the page is given (sql-like-language 11.4). */
function pageOf(rows: readonly Row[], { limit = 1000, page = 0 }: ListOptions): readonly Row[] {
  return rows.slice(page * limit, (page + 1) * limit);
}

/** The rows before their columns: in order of the key, then of time. */
function placesIn(
  workforce: Workforce,
  { object }: BoundQuery,
  filters: readonly Condition[],
  range: Interval,
  options: ListOptions,
  rules: Rules,
): readonly ListPlace[] {
  const scope = { workforce, object, rules, parameters: new Map() };
  const tests = filters.map((filter) => compileCondition(filter, scope));
  const passes = (place: Place) => tests.every((test) => test(place) === true);
  const records = [...workforce.records(object.id)].sort(
    (left, right) => left.key - right.key || left.begins - right.begins,
  );
  if (object.kind === "event") {
    return records
      .filter(({ begins }) => begins >= range.start && isBeforeEnd(begins, range, rules))
      .map((record) => eventPlace(record))
      .filter(passes);
  }
  if (options.recordMode === "CHANGES") {
    return records
      .filter(({ begins }) => begins >= range.start && isBeforeEnd(begins, range, rules))
      .map((record) => changePlace(record))
      .filter(passes);
  }
  const valid = records
    .filter(({ begins, ends }) => begins < range.end && (ends === null || ends > range.start))
    .map((record) => memberPlace(record, range, rules));
  return rules.listFilter === "any state" ? latest(valid.filter(passes)) : latest(valid).filter(passes);
}

function isBeforeEnd(instant: number, { end }: Interval, rules: Rules): boolean {
  return instant < end || (rules.eventAtEnd === "in" && instant === end);
}

function eventPlace(record: WorkforceRecord): ListPlace {
  return { record, moment: { at: record.begins, side: "just before" }, effective: record.begins };
}

function changePlace(record: WorkforceRecord): ListPlace {
  return { record, moment: { at: record.begins, side: "from then on" }, effective: record.begins };
}

function memberPlace(record: WorkforceRecord, { end }: Interval, rules: Rules): ListPlace {
  const isCut = rules.listReferences === "at the row's instant" && record.ends !== null && record.ends < end;
  return {
    record,
    moment: { at: isCut && record.ends !== null ? record.ends : end, side: "just before" },
    effective: end,
  };
}

/** Keys of the members that a list of an object has over a range, or of its events (semantics.md, "Cohorts"). */
export function cohortOf(
  workforce: Workforce,
  object: StoredObject,
  filters: readonly Condition[],
  range: Interval,
  rules: Rules,
): ReadonlySet<number> {
  const places = placesIn(workforce, { object, columns: [], kind: "list" }, filters, range, {}, rules);
  return new Set(places.map(({ record }) => record.key));
}

/** The last state of each member; the states come in order. */
function latest(places: readonly ListPlace[]): readonly ListPlace[] {
  const byKey = new Map(places.map((place) => [place.record.key, place]));
  return [...byKey.values()];
}
