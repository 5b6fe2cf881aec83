import { assertNever } from "../../base/assert-never.ts";
import type { BaseMetric, DerivedMetric, StoredMetric } from "../model/tenant-model.ts";
import { readFormula } from "./filters.ts";
import { QueryError } from "./query-error.ts";
import { multiValueChainsOf, pathsOf, type RecordCondition } from "./record-condition.ts";
import type { StoredModel } from "./stored-model.ts";

/** Formula that computes a metric in each cell from base metrics. */
export type MetricPlan =
  | {
      readonly kind: "base";
      readonly metric: BaseMetric;
      /** References that lead from the query's object to the object of the base metric. Empty for the same object. */
      readonly through: readonly string[];
    }
  | {
      readonly kind: "derived";
      readonly operator: DerivedMetric["operator"];
      readonly left: MetricPlan;
      readonly right: MetricPlan;
      /** Side whose support is that of the metric: the left one, unless it has no metric. */
      readonly supportedBy: "left" | "right";
    }
  | { readonly kind: "constant"; readonly value: number | bigint };

export type BasePlan = Extract<MetricPlan, { kind: "base" }>;

/**
 * Splits a metric into base metrics, each of which is computed from records by its own rule (sql-like-language 5.5).
 */
export function planMetric(metric: StoredMetric, model: StoredModel, through: readonly string[] = []): MetricPlan {
  return plan(metric, model, through, []);
}

function plan(
  metric: StoredMetric,
  model: StoredModel,
  through: readonly string[],
  around: readonly string[],
): MetricPlan {
  if (around.includes(metric.id)) {
    throw new QueryError(`The metric "${metric.id}" is made of itself; correct the model.`);
  }
  if (metric.kind === "base") {
    return { kind: "base", metric, through };
  }
  const part = ({ metric: id, through: reference }: DerivedMetric["left"]) => {
    const chain = reference === undefined ? through : [...through, reference];
    return plan(model.metric(id), model, chain, [...around, metric.id]);
  };
  return planDerivedMetric(metric.operator, part(metric.left), part(metric.right));
}

/** Combines two metrics in each cell. */
export function planDerivedMetric(
  operator: DerivedMetric["operator"],
  left: MetricPlan,
  right: MetricPlan,
): MetricPlan {
  const supportedBy = basePlansOf(left).length > 0 ? "left" : "right";
  return { kind: "derived", operator, left, right, supportedBy };
}

/** Returns the base metrics of a metric plan. */
export function basePlansOf(plan: MetricPlan): readonly BasePlan[] {
  switch (plan.kind) {
    case "base":
      return [plan];
    case "derived":
      return [...basePlansOf(plan.left), ...basePlansOf(plan.right)];
    case "constant":
      return [];
  }
}

/** Value of a metric with its support: the number of records that the value is based on. A missing value is null. */
export interface MeasuredValue {
  readonly value: number | bigint | null;
  readonly support: number | bigint;
}

/** Returns the value of a base metric in a cell without records (semantics.md, "Aggregates"). */
export function createEmptyMeasure({ aggregate }: BaseMetric): MeasuredValue {
  return { value: aggregate === "count" || aggregate === "sum" ? 0n : null, support: 0n };
}

/** Computes a metric from the values of its base metrics. A derived metric has the support of its first base metric. */
export function evaluateMetricPlan(plan: MetricPlan, measure: (base: BasePlan) => MeasuredValue): MeasuredValue {
  if (plan.kind === "base") {
    return measure(plan);
  }
  if (plan.kind === "constant") {
    return { value: plan.value, support: 0n };
  }
  const left = evaluateMetricPlan(plan.left, measure);
  const right = evaluateMetricPlan(plan.right, measure);
  const result = left.value === null || right.value === null ? null : calculate(plan.operator, left.value, right.value);
  // A number that is too large for a double is no value.
  const value = typeof result === "number" && !Number.isFinite(result) ? null : result;
  return { value, support: plan.supportedBy === "left" ? left.support : right.support };
}

function calculate(operator: DerivedMetric["operator"], left: number | bigint, right: number | bigint) {
  if (operator === "divide") {
    return Number(right) === 0 ? null : Number(left) / Number(right);
  }
  if (typeof left === "bigint" && typeof right === "bigint") {
    return calculateExactly(operator, left, right);
  }
  const [one, other] = [Number(left), Number(right)];
  switch (operator) {
    case "add":
      return one + other;
    case "subtract":
      return one - other;
    case "multiply":
      return one * other;
    default:
      return assertNever(operator);
  }
}

function calculateExactly(operator: Exclude<DerivedMetric["operator"], "divide">, left: bigint, right: bigint): bigint {
  switch (operator) {
    case "add":
      return left + right;
    case "subtract":
      return left - right;
    case "multiply":
      return left * right;
    default:
      return assertNever(operator);
  }
}

/**
 * Reads the filter of a base metric. Throws QueryError for one through a multi-value reference, which would count a record
 * once for each of its targets.
 */
export function readMetricFilter(
  { id, filter, parameters }: BaseMetric,
  object: string,
  model: StoredModel,
): RecordCondition | undefined {
  if (filter === undefined) {
    return undefined;
  }
  const condition = readFormula(filter, object, model, parameters);
  const [chain] = pathsOf(condition).flatMap(multiValueChainsOf);
  if (chain !== undefined) {
    throw new QueryError(
      `The filter of the metric "${id}" goes through the multi-value reference "${chain}", which counts records several times; filter the query instead.`,
    );
  }
  return condition;
}
