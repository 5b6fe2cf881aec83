import type { QueryAxis, QueryParameterValue, QueryProperty } from "../../../contract/query-parts.ts";
import type { AggregateQueryRequest, ListQueryRequest } from "../../../contract/query-schemas.ts";
import type { BoundItem, BoundQuery, ParameterArgument } from "../binding/bound-query.ts";
import { lowerCondition, lowerPath } from "./lower-condition.ts";
import { lowerPeriods, lowerRange } from "./lower-time.ts";

/** A query as the contract's own request, with what the request cannot say about the table to give back. */
export type LoweredQuery = LoweredAggregate | LoweredList;

export interface LoweredAggregate {
  readonly kind: "aggregate";
  readonly request: AggregateQueryRequest;
  /** In the order of SELECT; the time axis is last when it was not selected. */
  readonly columns: readonly AggregateColumn[];
}

/** A column of an aggregate's table; `index` counts from 0 among the request's metrics or axes. */
export type AggregateColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

export interface LoweredList {
  readonly kind: "list";
  readonly request: ListQueryRequest;
  /** One for each column of the request, in its order. */
  readonly columns: readonly { readonly name: string }[];
}

/** Turns a bound query into a request (appendix B of sql-like-language, docs/semantics.md "Lowering"). */
export function lowerQuery(query: BoundQuery): LoweredQuery {
  return query.kind === "aggregate" ? lowerAggregate(query) : lowerList(query);
}

type MetricItem = Extract<BoundItem, { kind: "metric" }>;

function lowerAggregate(query: BoundQuery): LoweredAggregate {
  const metrics: MetricItem[] = [];
  const axes: QueryAxis[] = [];
  const columns: AggregateColumn[] = [];
  for (const item of query.items) {
    const { name } = item;
    if (item.kind === "metric") {
      columns.push({ kind: "metric", name, index: metrics.length });
      metrics.push(item);
    } else if (item.kind === "time") {
      columns.push({ kind: "time", name });
    } else {
      columns.push({ kind: "axis", name, index: axes.length });
      axes.push({ ...lowerAxis(item), ...(item.isLabelled && { tableAxisOptions: { columnName: name } }) });
    }
  }
  if (!columns.some(({ kind }) => kind === "time")) {
    // The axis has instants over what is valid and intervals over what happens (sql-like-language 11.2).
    columns.push({ kind: "time", name: query.object.kind === "event" ? "TimeInInterval" : "DateInRange" });
  }
  const filters = lowerCondition(query.condition);
  const parameterValues = lowerParameters(metrics);
  const request: AggregateQueryRequest = {
    query: {
      source: lowerSource(metrics),
      ...(filters.length > 0 && { filters }),
      ...(axes.length > 0 && { axes }),
      timeIntervals: lowerPeriods(query.time),
      ...(parameterValues.length > 0 && { parameterValues }),
    },
  };
  return { kind: "aggregate", request, columns };
}

function lowerSource(metrics: readonly MetricItem[]): NonNullable<AggregateQueryRequest["query"]["source"]> {
  const [first] = metrics;
  if (first && metrics.length === 1 && !first.isLabelled) {
    return { metric: first.metric.id };
  }
  return { metrics: { columns: metrics.map(({ metric, name }) => ({ id: metric.id, columnName: name })) } };
}

function lowerAxis(item: Exclude<BoundItem, { kind: "metric" | "time" }>): QueryAxis {
  switch (item.kind) {
    case "level": {
      const level = "id" in item.level ? { levelIds: [item.level.id] } : { levelDepths: [item.level.depth] };
      return { dimensionLevelSelection: { dimension: lowerPath(item.path), ...level } };
    }
    case "dimension":
      return { dimensionLeafMemberSelection: { dimension: lowerPath(item.path) } };
    case "concept":
      return { selectionConcept: lowerPath(item.path) };
    case "property":
      throw new Error("An aggregate query was bound with a property as an axis; bindQuery must refuse it.");
  }
}

/** Each parameter once, as binding sees to it that it has one value. */
function lowerParameters(metrics: readonly MetricItem[]): QueryParameterValue[] {
  const values = new Map(
    metrics.flatMap((item) => item.arguments.map((argument) => [argument.parameter, lowerArgument(argument)])),
  );
  return [...values.values()];
}

function lowerArgument(argument: ParameterArgument): QueryParameterValue {
  const parameterId = argument.parameter;
  switch (argument.kind) {
    case "number":
      return { numericValue: { parameterId, value: argument.value } };
    case "members":
      return {
        memberValue: { parameterId, values: { included: argument.members.map((path) => ({ path: [...path] })) } },
      };
    case "aggregationType":
      return { aggregationTypeValue: { parameterId, aggregationOptionId: argument.option } };
  }
}

function lowerList(query: BoundQuery): LoweredList {
  const filters = lowerCondition(query.condition);
  const request: ListQueryRequest = {
    source: { analyticObject: query.object.id },
    columns: query.items.map((item) => ({ columnName: item.name, columnDefinition: lowerColumn(item) })),
    ...(filters.length > 0 && { filters }),
    timeInterval: lowerRange(query.time),
  };
  return { kind: "list", request, columns: query.items.map(({ name }) => ({ name })) };
}

function lowerColumn(item: BoundItem): QueryProperty {
  switch (item.kind) {
    case "level": {
      const level = "id" in item.level ? { levelId: item.level.id } : { levelDepth: item.level.depth };
      return { dimensionLevelSelection: { dimension: lowerPath(item.path), ...level } };
    }
    case "dimension":
      return { dimension: lowerPath(item.path) };
    case "concept":
      return { selectionConcept: lowerPath(item.path) };
    case "property":
      return { property: lowerPath(item.path) };
    case "time":
      return { effectiveDateProperty: {} };
    case "metric":
      throw new Error("A list query was bound with a metric as a column; bindQuery must refuse it.");
  }
}
