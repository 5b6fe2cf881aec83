import { type AxisArrangement, arrangeAxis } from "./arrange-axis.ts";
import { type Axis, axisOf, isOnOneBranch, type Position, withOverall } from "./axis.ts";
import type { BoundQuery, Column } from "./columns.ts";
import { type Interval, intervalsOf } from "./intervals.ts";
import { type CellValue, measure } from "./metric-values.ts";
import { type AggregateOptions, calendarOf, type MemberDisplayMode } from "./options.ts";
import { printInstantPosition, printIntervalPosition, printMember, printNumber } from "./print.ts";
import type { Rules } from "./rules.ts";
import { periodsOf, type SplitWhere } from "./split-time.ts";
import type { Table } from "./table.ts";
import type { Workforce, WorkforceRecord } from "./workforce.ts";

/** One combination of a time and a member of each axis, with a value for each metric. */
export interface AggregateCell {
  readonly interval: Interval;
  /** Of the interval, from 0, oldest first. */
  readonly ordinal: number;
  readonly positions: readonly Position[];
  readonly values: readonly CellValue[];
}

export interface AggregateAnswer {
  /** Whether the supports mean anything: what stands behind a derived metric's cell is not settled. */
  readonly hasSupport: boolean;
  readonly axes: readonly Axis[];
  /** Those that visibility leaves, time slowest (sql-like-language 11.1). */
  readonly cells: readonly AggregateCell[];
}

/** What becomes of the positions of each axis, in the order of the axes. */
export type Arrangements = readonly (AxisArrangement | undefined)[];

/** Parts of a JSON request that no text has. */
export interface JsonParts {
  /** Axes behind those of the text. */
  readonly axes?: readonly Axis[];
  /** Whether the cohort leaves a record of the FROM object. */
  readonly keeps?: (record: WorkforceRecord) => boolean;
}

/** Computes every cell of an aggregate and leaves out the hidden ones. */
export function aggregateCells(
  workforce: Workforce,
  query: BoundQuery,
  { time, filters }: SplitWhere,
  options: AggregateOptions,
  rules: Rules,
  arrangements: Arrangements = [],
  { axes: more = [], keeps }: JsonParts = {},
): AggregateAnswer {
  const { model } = workforce;
  const periods = periodsOf(time, Date.parse(model.dataEnd));
  const intervals = intervalsOf(periods, calendarOf(model, options), rules);
  const metrics = query.columns.filter((column) => column.kind === "metric");
  const [sorting] = metrics;
  const axes = [...query.columns.map((column) => axisOf(column, workforce)), ...more]
    .filter((axis) => axis !== undefined)
    .map((axis, index) => {
      const arrangement = arrangements[index];
      if (!arrangement || !sorting) {
        return axis;
      }
      const { metric, parameters } = sorting;
      const alone = { workforce, rules, axes: [axis], filters, parameters, from: query.object.id, through: [] };
      const valueAt = measure(metric, { ...alone, interval: wholeTime(intervals) });
      return arrangeAxis(axis, arrangement, (position) => valueAt([position]).value);
    })
    .map((axis) => withOverall(axis, options.axesOverallValueMode ?? "NONE"));
  const combinations = combine(axes.map(({ positions }) => positions));
  const cells = intervals.flatMap((interval, ordinal) => {
    const measures = metrics.map(({ metric, parameters }) =>
      measure(metric, {
        workforce,
        rules,
        interval,
        axes,
        filters,
        parameters,
        from: query.object.id,
        through: [],
        ...(keeps && { keeps }),
      }),
    );
    return combinations.map((positions): AggregateCell => {
      const isPossible = isOnOneBranch(axes, positions);
      const values = measures.map((valueAt) =>
        isPossible ? valueAt(positions) : { value: null, support: 0, numbers: [] },
      );
      return { interval, ordinal, positions, values };
    });
  });
  return {
    hasSupport: metrics.every(({ metric }) => metric.kind === "base"),
    axes,
    cells: cells.filter((cell) => !isHidden(cell, options)),
  };
}

/** From the start of the first interval to the end of the last. */
function wholeTime(intervals: readonly Interval[]): Interval {
  let { start, end } = intervals[0] ?? { start: 0, end: 0 };
  for (const interval of intervals) {
    start = Math.min(start, interval.start);
    end = Math.max(end, interval.end);
  }
  return { start, end };
}

/** Every choice of one from each list; the first list varies slowest. */
function combine<Item>(lists: readonly (readonly Item[])[]): readonly (readonly Item[])[] {
  return lists.reduce<readonly (readonly Item[])[]>(
    (combinations, list) => combinations.flatMap((chosen) => list.map((item) => [...chosen, item])),
    [[]],
  );
}

export function isHidden({ values }: AggregateCell, options: AggregateOptions): boolean {
  const { zeroVisibility = "SHOW", nullVisibility = "SHOW", enableSparseResults = false, internal } = options;
  const mode = internal?.sparseHandlingMode ?? "ALLOW";
  const isSparse = mode === "ALLOW" ? enableSparseResults : mode === "FORCE";
  const areZerosHidden = isSparse || zeroVisibility !== "SHOW";
  const areNullsHidden = isSparse || nullVisibility !== "SHOW";
  return values.every(({ value }) => (value === 0 && areZerosHidden) || (value === null && areNullsHidden));
}

/** The table of an aggregate: columns in SELECT order, the time last when it is not selected (sql-like-language 11). */
export function aggregateTable(
  workforce: Workforce,
  query: BoundQuery,
  where: SplitWhere,
  options: AggregateOptions,
  rules: Rules,
  arrangements: Arrangements = [],
): Table {
  const mode = options.memberDisplayMode ?? "DEFAULT";
  const isEvent = query.object.kind === "event";
  const unselectedTime: Column = { kind: "time", name: isEvent ? "TimeInInterval" : "DateInRange" };
  const isTimeSelected = query.columns.some(({ kind }) => kind === "time");
  const columns = isTimeSelected ? query.columns : [...query.columns, unselectedTime];
  const { cells } = aggregateCells(workforce, query, where, options, rules, arrangements);
  const shift = options.internal?.alignTimeAxisToPeriodEnd ? -1 : 0;
  const rows = cells.map((cell) => {
    const values = cell.values.values();
    const positions = cell.positions.values();
    return columns.map((column) => {
      if (column.kind === "metric") {
        const value = values.next().value?.value ?? null;
        return value === null ? null : printNumber(value);
      }
      if (column.kind === "time") {
        return printTime(cell, isEvent, shift, mode);
      }
      const position = positions.next().value;
      return position ? printMember(position, mode) : null;
    });
  });
  return { header: columns.map(({ name }) => name), rows };
}

function printTime(
  { interval, ordinal }: AggregateCell,
  isEvent: boolean,
  shift: number,
  mode: MemberDisplayMode,
): string {
  const start = interval.start + shift;
  const end = interval.end + shift;
  return isEvent ? printIntervalPosition({ start, end }, ordinal, mode) : printInstantPosition(end, ordinal, mode);
}
