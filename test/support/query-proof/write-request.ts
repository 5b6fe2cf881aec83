import type { AggregateQueryRequest, ListQueryRequest, SnapshotQueryRequest } from "../../../src/contract/queries.ts";
import type { QueryAxis, QueryProperty, QueryTimeIntervals } from "../../../src/contract/query-parts.ts";
import type { StoredObject } from "../../../src/service/model/tenant-model.ts";
import type { Arrangements } from "../evaluator/aggregate.ts";
import { bindColumns, type Column } from "../evaluator/columns.ts";
import type { Periods } from "../evaluator/intervals.ts";
import { type AggregateOptions, calendarOf, type ListOptions } from "../evaluator/options.ts";
import { parseQuery } from "../evaluator/parse-query.ts";
import { periodsOf, rangeOf, splitTime } from "../evaluator/split-time.ts";
import type { Workforce } from "../evaluator/workforce.ts";
import { referenceTo, writeFilter } from "./write-filters.ts";

const dayMs = 86_400_000;
/** Whole numbers of a request have 32 bits (service-api, "Conventions"). */
const largestCount = 2 ** 31 - 1;

/**
 * A list's text as the JSON request it stands for; `undefined` for a range that a request cannot say: one that is longer
 * than 24 days and does not go from midnight to midnight.
 */
export function writeListRequest(
  workforce: Workforce,
  text: string,
  options: ListOptions = {},
): ListQueryRequest | undefined {
  const { time } = splitTime(parseQuery(text).where);
  const { start, end } = rangeOf(time, Date.parse(workforce.model.dataEnd), calendarOf(workforce.model, options));
  const isWholeDays = start % dayMs === 0 && end % dayMs === 0;
  const intervalPeriodCount = isWholeDays ? (end - start) / dayMs : end - start;
  if (intervalPeriodCount > largestCount) {
    return undefined;
  }
  return {
    ...sourceAndColumns(workforce, text),
    timeInterval: {
      fromInstant: String(end),
      intervalPeriodType: isWholeDays ? "DAY" : "MILLISECOND",
      intervalPeriodCount,
      direction: "BACKWARD",
    },
    options,
  };
}

/** A list's text as the JSON request of a snapshot query over other intervals. */
export function writeSnapshotRequest(
  workforce: Workforce,
  text: string,
  periods: Periods,
  options: ListOptions = {},
): SnapshotQueryRequest {
  return { ...sourceAndColumns(workforce, text), timeIntervals: writeIntervals(periods), options };
}

/** An aggregate's text as the JSON request it stands for. */
export function writeAggregateRequest(
  workforce: Workforce,
  text: string,
  options: AggregateOptions = {},
  arrangements: Arrangements = [],
): AggregateQueryRequest {
  const parsed = parseQuery(text);
  const { object, columns } = bindColumns(parsed, workforce.model);
  const { time, filters } = splitTime(parsed.where);
  const metrics = columns.filter((column) => column.kind === "metric");
  const [metric, another] = metrics;
  return {
    query: {
      source: another
        ? { metrics: { columns: metrics.map(({ metric: { id }, name }) => ({ id, columnName: name })) } }
        : { metric: metric?.metric.id ?? "" },
      axes: columns
        .map((column) => axisOf(column, object))
        .filter((axis) => axis !== undefined)
        .map((axis, index) => {
          const sortAndLimitOptions = arrangements[index];
          return sortAndLimitOptions ? { ...axis, sortAndLimitOptions } : axis;
        }),
      filters: filters.map((filter) => writeFilter(filter, object, workforce)),
      timeIntervals: writeIntervals(periodsOf(time, Date.parse(workforce.model.dataEnd))),
      parameterValues: metrics.flatMap(({ parameters }) =>
        [...parameters].map(([parameterId, value]) => ({ numericValue: { parameterId, value: Number(value) } })),
      ),
    },
    options: { ...options },
  };
}

function writeIntervals({ until, count, length, unit }: Periods): QueryTimeIntervals {
  return {
    fromDateTime: new Date(until).toISOString().slice(0, 23),
    intervalPeriodType: unit.toUpperCase(),
    intervalPeriodCount: length,
    intervalCount: count,
    direction: "BACKWARD",
  };
}

function sourceAndColumns(workforce: Workforce, text: string) {
  const parsed = parseQuery(text);
  const { object, columns } = bindColumns(parsed, workforce.model);
  const { filters } = splitTime(parsed.where);
  return {
    source: { analyticObject: object.id },
    columns: columns.map((column) => ({
      columnName: column.name,
      columnDefinition: definitionOf(column, object),
    })),
    filters: filters.map((filter) => writeFilter(filter, object, workforce)),
  };
}

function definitionOf(column: Column, from: StoredObject): QueryProperty {
  switch (column.kind) {
    case "time":
      return { effectiveDateProperty: {} };
    case "nothing":
      return { property: { name: column.name, qualifyingPath: from.id } };
    case "level":
      return {
        dimensionLevelSelection: { dimension: referenceTo(from, column.attribute), levelId: column.level.id },
      };
    case "attribute": {
      const reference = referenceTo(from, column.attribute);
      switch (column.attribute.kind) {
        case "property":
          return { property: reference };
        case "dimension":
          return { dimension: reference };
        case "concept":
          return { selectionConcept: reference };
      }
      break;
    }
    case "metric":
      throw new Error("Writing a request: a metric is no column of a list.");
  }
}

function axisOf(column: Column, from: StoredObject): QueryAxis | undefined {
  const tableAxisOptions = { columnName: column.name };
  if (column.kind === "level") {
    const dimension = referenceTo(from, column.attribute);
    return { dimensionLevelSelection: { dimension, levelIds: [column.level.id] }, tableAxisOptions };
  }
  if (column.kind !== "attribute") {
    return undefined;
  }
  const reference = referenceTo(from, column.attribute);
  return column.attribute.kind === "concept"
    ? { selectionConcept: reference, tableAxisOptions }
    : { dimensionLeafMemberSelection: { dimension: reference }, tableAxisOptions };
}
