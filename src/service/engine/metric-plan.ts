import { assertNever } from "../../base/assert-never.ts";
import type { BaseMetric, DerivedMetric, StoredMetric } from "../model/tenant-model.ts";
import { QueryError } from "./query-error.ts";
import type { StoredModel } from "./stored-model.ts";

/** Calculation of a metric in each cell. */
export type MetricPlan =
  | {
      readonly kind: "base";
      readonly metric: BaseMetric;
      /** References from the query's object to the object of this part; empty when they are the same. */
      readonly through: readonly string[];
    }
  | {
      readonly kind: "derived";
      readonly operator: DerivedMetric["operator"];
      readonly left: MetricPlan;
      readonly right: MetricPlan;
    };

export type BasePlan = Extract<MetricPlan, { kind: "base" }>;

/** Splits a metric into base metrics, which read records (sql-like-language 5.5: each part by its own rule). */
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
  return { kind: "derived", operator: metric.operator, left: part(metric.left), right: part(metric.right) };
}

/** Base metrics of a plan. */
export function basePlans(plan: MetricPlan): readonly BasePlan[] {
  return plan.kind === "base" ? [plan] : [...basePlans(plan.left), ...basePlans(plan.right)];
}

/** Value with its support, the number of records behind it; a missing value is null. */
export interface Measured {
  readonly value: number | bigint | null;
  readonly support: number | bigint;
}

/** Measure of a cell without records (semantics.md, "Aggregates"). */
export function emptyMeasure({ aggregate }: BaseMetric): Measured {
  return { value: aggregate === "count" || aggregate === "sum" ? 0n : null, support: 0n };
}

/** Calculates a plan from its base metrics; the support of a derived metric is that of its first part. */
export function evaluatePlan(plan: MetricPlan, measure: (base: BasePlan) => Measured): Measured {
  if (plan.kind === "base") {
    return measure(plan);
  }
  const left = evaluatePlan(plan.left, measure);
  const right = evaluatePlan(plan.right, measure);
  const value = left.value === null || right.value === null ? null : calculate(plan.operator, left.value, right.value);
  return { value, support: left.support };
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
