import { assertNever } from "../../../base/assert-never.ts";
import { quoteText } from "../../../base/sql-quote.ts";
import type { AggregateQueryRequest, ListQueryRequest } from "../../../contract/queries.ts";
import type {
  ObjectReference,
  QueryAxis,
  QueryFilter,
  QueryParameterValue,
  QueryProperty,
  QueryTimeInterval,
  QueryTimeIntervals,
} from "../../../contract/query-parts.ts";
import type { BoundCondition, BoundPath, ComparisonOperand } from "../binding/bound-condition.ts";
import type { BoundItem, BoundQuery, ParameterArgument } from "../binding/bound-query.ts";
import type { TimeFilter } from "../binding/check-time.ts";
import { formatInstant } from "../time/instant.ts";
import { addPeriodUnits, floorToPeriodUnit } from "../time/intervals.ts";
import type { PeriodUnit } from "../time/units.ts";

/** Default time interval of a query: the last month that has data (sql-like-language 5.6). */
const latestMonth = {
  dynamicDateFrom: "SOURCE",
  intervalPeriodType: "MONTH",
  intervalPeriodCount: 1,
  direction: "BACKWARD",
};

/** Converts the time filter of an aggregate query to the time intervals of its JSON request. */
function lowerPeriods(time: TimeFilter | undefined): QueryTimeIntervals {
  if (time?.kind !== "periods") {
    return { ...latestMonth, intervalCount: 1 };
  }
  return {
    fromDateTime: formatInstant(time.anchor),
    intervalPeriodType: time.unit,
    intervalPeriodCount: time.unitCount,
    intervalCount: time.count,
    direction: "BACKWARD",
  };
}

/** Converts the time filter of a list query to an interval of the JSON request, given by its end and its length. */
function lowerRange(time: TimeFilter | undefined): QueryTimeInterval {
  if (time?.kind !== "range") {
    return { ...latestMonth };
  }
  const { unit, unitCount } = measureRange(time.from, time.to);
  return {
    fromDateTime: formatInstant(time.to),
    intervalPeriodType: unit,
    intervalPeriodCount: unitCount,
    direction: "BACKWARD",
  };
}

/**
 * Returns the length of a range: in whole months if both ends are midnight on the first of a month, else in whole days
 * between midnights, else in milliseconds.
 */
function measureRange(from: number, to: number): { readonly unit: PeriodUnit; readonly unitCount: number } {
  if (floorToPeriodUnit(from, "MONTH") === from && floorToPeriodUnit(to, "MONTH") === to) {
    const start = new Date(from);
    const end = new Date(to);
    const years = end.getUTCFullYear() - start.getUTCFullYear();
    return { unit: "MONTH", unitCount: years * 12 + end.getUTCMonth() - start.getUTCMonth() };
  }
  if (floorToPeriodUnit(from, "DAY") === from && floorToPeriodUnit(to, "DAY") === to) {
    const day = addPeriodUnits(0, "DAY", 1);
    return { unit: "DAY", unitCount: (to - from) / day };
  }
  return { unit: "MILLISECOND", unitCount: to - from };
}

/**
 * JSON request that is equivalent to a query, with the names of the table columns, which the request cannot contain.
 */
export type LoweredQuery = LoweredAggregate | LoweredList;

export interface LoweredAggregate {
  readonly kind: "aggregate";
  readonly request: AggregateQueryRequest;
  /** Table columns in SELECT order. The time axis is last if the query does not select it. */
  readonly columns: readonly AggregateColumn[];
}

/** Table column of an aggregate query. `index` is the zero-based position among the request's metrics or axes. */
export type AggregateColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

export interface LoweredList {
  readonly kind: "list";
  readonly request: ListQueryRequest;
  /** Table columns, one per column of the request, in the same order. */
  readonly columns: readonly { readonly name: string }[];
}

/** Converts a bound query to a JSON request (sql-like-language appendix B; semantics.md, "Lowering"). */
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
    // The time axis has instants for subjects and intervals for events (sql-like-language 11.2).
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

/**
 * Returns the parameter values of all metrics, each parameter once. Binding has already verified that a parameter has
 * only one value.
 */
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

/** Predicate on a property, or IS NULL test, that is converted to formula text. */
type FormulaPredicate = Extract<BoundCondition, { kind: "compare" | "in" | "between" | "isNull" }>;

/**
 * Returns the formula text of a predicate, with the full path but without the FROM object (semantics.md, "Lowering").
 */
function printFormula(predicate: FormulaPredicate): string {
  const path = printPath(predicate.path);
  switch (predicate.kind) {
    case "compare":
      return `${path} ${predicate.operator} ${printOperand(predicate.value)}`;
    case "in":
      return `${path} ${predicate.isNegated ? "NOT IN" : "IN"} (${predicate.values.map(printOperand).join(", ")})`;
    case "between": {
      const range = `${printOperand(predicate.low)} AND ${printOperand(predicate.high)}`;
      return `${path} ${predicate.isNegated ? "NOT BETWEEN" : "BETWEEN"} ${range}`;
    }
    case "isNull":
      return `${path} ${predicate.isNegated ? "IS NOT NULL" : "IS NULL"}`;
  }
}

/** Returns the text of a path: its references and the attribute, separated by dots. */
function printPath(path: BoundPath): string {
  return [...path.references.map(({ id }) => id), attributeName(path)].join(".");
}

/**
 * Returns the last segment of a path. Removes the object's name from a property id that contains it, as the path
 * already leads to the object.
 */
function attributeName({ attribute, object }: BoundPath): string {
  switch (attribute.kind) {
    case "property": {
      const { id } = attribute.property;
      return id.startsWith(`${object}.`) ? id.slice(object.length + 1) : id;
    }
    case "dimension":
      return attribute.dimension.id;
    case "concept":
      return attribute.concept.id;
  }
}

function printOperand(operand: ComparisonOperand): string {
  switch (operand.kind) {
    case "text":
      return quoteText(operand.value);
    case "number":
      return operand.text;
    case "date":
      return `date("${formatInstant(operand.value)}")`;
    case "boolean":
      return operand.value ? "TRUE" : "FALSE";
    case "parameter":
      return operand.parameter.id;
    default:
      return assertNever(operand);
  }
}

/**
 * Converts a condition to the filters of a request. The operands of a top-level AND become separate filters
 * (sql-like-language appendix B, semantics.md, "Lowering").
 */
export function lowerCondition(condition: BoundCondition | undefined): QueryFilter[] {
  if (!condition) {
    return [];
  }
  return condition.kind === "and" ? condition.conditions.flatMap(lowerCondition) : [lowerFilter(condition)];
}

function lowerFilter(condition: BoundCondition): QueryFilter {
  switch (condition.kind) {
    case "and":
      return { advanced: { operation: "AND", filters: lowerCondition(condition) } };
    case "or":
      return { advanced: { operation: "OR", filters: condition.conditions.map(lowerFilter) } };
    case "not":
      return { advanced: { operation: "NOT", filters: [lowerFilter(condition.condition)] } };
    case "concept":
      return { selectionConcept: lowerPath(condition.path) };
    case "member": {
      const members = condition.members.map((path) => ({ path: [...path] }));
      const values = condition.isNegated ? { excluded: members } : { included: members };
      return { memberSet: { dimension: lowerPath(condition.path), values } };
    }
    default:
      return { formula: printFormula(condition) };
  }
}

/**
 * Converts a path to a name and a qualifying path. `Direct_Manager.Location` from Employee becomes `Location` with the
 * qualifying path `Employee.Direct_Manager`.
 */
function lowerPath(path: BoundPath): ObjectReference {
  const qualifyingPath = [path.from, ...path.references.map(({ id }) => id)].join(".");
  return { name: attributeName(path), qualifyingPath };
}
