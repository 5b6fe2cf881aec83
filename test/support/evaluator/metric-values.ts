import type { Reference } from "../../../src/languages/core/model/model-source.ts";
import type { BaseMetric, DerivedMetric, MetricPart, StoredMetric } from "../../../src/service/model/tenant-model.ts";
import { mustFindAttribute } from "./attribute.ts";
import type { Axis, Coordinate, Position } from "./axis.ts";
import { compileCondition } from "./condition.ts";
import { pathsOf, renamePaths } from "./condition-paths.ts";
import type { Interval } from "./intervals.ts";
import { parseCondition } from "./parse-query.ts";
import type { Condition } from "./query-tree.ts";
import { isValidAt, type Moment, type Place } from "./reach.ts";
import type { Rules } from "./rules.ts";
import type { Value, Workforce, WorkforceRecord } from "./workforce.ts";

export interface CellValue {
  /** `null` is an empty cell. */
  readonly value: number | null;
  /** Number of records behind the cell, of every part together. */
  readonly support: number;
  /** What the metric aggregates, a number for each record that has one. Empty for counts and derived metrics. */
  readonly numbers: readonly number[];
}

/** Gives the value of the cell at one position of each axis. */
export type Measure = (positions: readonly Position[]) => CellValue;

/** What a metric is measured over. Filters and axes are seen from the metric's object, `through` which they are reached. */
export interface Scope {
  readonly workforce: Workforce;
  readonly rules: Rules;
  readonly interval: Interval;
  readonly axes: readonly Axis[];
  /** Filters of the request, each to be applied as a whole or not at all; paths start from the FROM object. */
  readonly filters: readonly Condition[];
  readonly parameters: ReadonlyMap<string, Value>;
  /** The FROM object. */
  readonly from: string;
  /** References from the FROM object to the metric's; `undefined` when no path leads to it. */
  readonly through: readonly Reference[] | undefined;
  /** Whether the cohort of the request leaves a record of the FROM object. */
  readonly keeps?: (record: WorkforceRecord) => boolean;
}

export function measure(metric: StoredMetric, scope: Scope): Measure {
  return metric.kind === "base" ? measureBase(metric, scope) : measureDerived(metric, scope);
}

function measureDerived(metric: DerivedMetric, scope: Scope): Measure {
  const left = measurePart(metric, metric.left, scope);
  const right = measurePart(metric, metric.right, scope);
  return (positions) => {
    const [first, second] = [left(positions), right(positions)];
    return {
      value: calculate(metric.operator, first.value, second.value),
      support: first.support + second.support,
      numbers: [],
    };
  };
}

function calculate(operator: DerivedMetric["operator"], left: number | null, right: number | null): number | null {
  if (left === null || right === null) {
    return null;
  }
  switch (operator) {
    case "add":
      return left + right;
    case "subtract":
      return left - right;
    case "multiply":
      return left * right;
    case "divide":
      return right === 0 ? null : left / right;
  }
}

function measurePart(whole: DerivedMetric, part: MetricPart, scope: Scope): Measure {
  const { model } = scope.workforce;
  const metric = model.metrics.find(({ id }) => id === part.metric);
  if (!metric) {
    throw new Error(`Evaluating a query: the model has no metric "${part.metric}".`);
  }
  if (metric.object === whole.object) {
    return measure(metric, scope);
  }
  const step = scope.workforce.object(whole.object).references.find(({ id }) => id === part.through);
  return measure(metric, { ...scope, through: step && scope.through ? [...scope.through, step] : undefined });
}

function measureBase(metric: BaseMetric, scope: Scope): Measure {
  const places = placesOf(metric, scope);
  const axes = scope.axes.map((axis) => ({ axis, steps: stepsAfter(scope.through, axis.steps) }));
  const located = places.map((place) => ({
    record: place.record,
    coordinates: axes.map(({ axis, steps }): Coordinate => (steps ? axis.coordinate(place, steps) : undefined)),
  }));
  return (positions) => {
    const records = located.filter(({ coordinates }) =>
      positions.every((position, index) => !axes[index]?.steps || position.holds(coordinates[index])),
    );
    return {
      value: aggregate(
        metric,
        records.map(({ record }) => record),
      ),
      support: records.length,
      numbers: numbersOf(
        metric,
        records.map(({ record }) => record),
      ),
    };
  };
}

/** The records that the metric is over, in the interval or at its end, that pass every filter (sql-like-language 5.5). */
function placesOf(metric: BaseMetric, scope: Scope) {
  const { workforce, rules, interval, filters, parameters, from, through, keeps } = scope;
  const object = workforce.object(metric.object);
  const origin = workforce.object(from);
  const reached = filters
    .map((filter) => rebase(filter, (names) => mustFindAttribute(workforce.model, origin, names).steps, through))
    .filter((filter) => filter !== undefined);
  const own = metric.filter === undefined ? [] : [parseCondition(metric.filter)];
  const tests = [...reached, ...own].map((condition) =>
    compileCondition(condition, { workforce, object, rules, parameters }),
  );
  const moments =
    object.kind === "event"
      ? (record: WorkforceRecord) => eventMoment(record, interval, rules)
      : (record: WorkforceRecord) => stateMoment(record, interval, rules);
  return workforce
    .records(object.id)
    .filter((record) => through?.length !== 0 || !keeps || keeps(record))
    .map((record) => ({ record, moment: moments(record) }))
    .filter((place): place is Place => place.moment !== undefined)
    .filter((place) => tests.every((test) => test(place) === true));
}

function eventMoment({ begins }: WorkforceRecord, { start, end }: Interval, rules: Rules): Moment | undefined {
  const isIn = begins >= start && (begins < end || (rules.eventAtEnd === "in" && begins === end));
  return isIn ? { at: begins, side: "just before" } : undefined;
}

function stateMoment(record: WorkforceRecord, { end }: Interval, rules: Rules): Moment | undefined {
  const moment: Moment = { at: end, side: "just before" };
  const isGone = rules.stateEndingAtInstant === "gone" && record.ends === end;
  return isValidAt(record, moment) && !isGone ? moment : undefined;
}

/** What is left of a path beyond `through`; `undefined` when the path does not lead through it. */
function stepsAfter(
  through: readonly Reference[] | undefined,
  steps: readonly Reference[],
): readonly Reference[] | undefined {
  const isThrough = through?.every((step, index) => steps[index]?.id === step.id);
  return through && isThrough ? steps.slice(through.length) : undefined;
}

/** A filter as it reads from the object that `through` leads to; `undefined` when any of its paths does not lead there. */
function rebase(
  filter: Condition,
  stepsOf: (names: readonly string[]) => readonly Reference[],
  through: readonly Reference[] | undefined,
): Condition | undefined {
  const restOf = (names: readonly string[]) => stepsAfter(through, stepsOf(names));
  if (!pathsOf(filter).every(restOf)) {
    return undefined;
  }
  return renamePaths(filter, (names) => [...(restOf(names) ?? []).map(({ id }) => id), names.at(-1) ?? ""]);
}

function aggregate(metric: BaseMetric, records: readonly WorkforceRecord[]): number | null {
  if (metric.aggregate === "count") {
    return records.length;
  }
  const values = numbersOf(metric, records);
  const sum = values.reduce((total, value) => total + value, 0);
  switch (metric.aggregate) {
    case "sum":
      return sum;
    case "average":
      return values.length === 0 ? null : sum / values.length;
    case "minimum":
      return values.length === 0 ? null : Math.min(...values);
    case "maximum":
      return values.length === 0 ? null : Math.max(...values);
  }
}

function numbersOf({ property = "" }: BaseMetric, records: readonly WorkforceRecord[]): readonly number[] {
  return records.map((record) => record.values.get(property)).filter((value) => typeof value === "number");
}
