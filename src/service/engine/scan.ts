import type { BoundCondition, BoundPath, TimeInterval } from "../../languages/sql-like/syntax.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import type { GroupingAxis } from "./axis.ts";
import { collectConditionPaths, type ParameterValues, readFormula } from "./filters.ts";
import type { BasePlan } from "./metric-plan.ts";
import type { StoredModel } from "./stored-model.ts";

/** One pass over the records of an object, which computes all metrics that use these records. */
export interface RecordScan {
  readonly object: StoredObject;
  readonly intervals: readonly TimeInterval[];
  readonly conditions: readonly BoundCondition[];
  /** Axes that apply to this object. The paths of their keys start at this object. */
  readonly axes: readonly ScanAxis[];
  readonly measures: readonly ScanMeasure[];
  readonly parameters: ParameterValues;
}

interface ScanAxis extends GroupingAxis {
  /** Index among the axes of the query. */
  readonly index: number;
}

/** A base metric of a scan, with the condition that its records must meet. */
export interface ScanMeasure {
  readonly plan: BasePlan;
  readonly condition: BoundCondition | undefined;
}

export interface ScanParts {
  readonly from: string;
  readonly intervals: readonly TimeInterval[];
  readonly conditions: readonly BoundCondition[];
  readonly axes: readonly GroupingAxis[];
  readonly plans: readonly BasePlan[];
  readonly parameters: ParameterValues;
}

/**
 * Groups base metrics by the records that they read. Axes and filters apply to a referenced object only through the
 * reference; other axes and filters are left out for this object (semantics.md, "Aggregates").
 */
export function planRecordScans(parts: ScanParts, model: StoredModel): readonly RecordScan[] {
  const plans = new Map<string, BasePlan[]>();
  for (const plan of parts.plans) {
    const chain = plan.through.join(".");
    const same = plans.get(chain) ?? [];
    if (!same.some(({ metric }) => metric.id === plan.metric.id)) {
      plans.set(chain, [...same, plan]);
    }
  }
  return [...plans.values()].map((same) => planScan(same, same[0]?.through ?? [], parts, model));
}

function planScan(
  plans: readonly BasePlan[],
  through: readonly string[],
  { from, intervals, conditions, axes, parameters }: ScanParts,
  model: StoredModel,
): RecordScan {
  const object = model.follow(from, through);
  return {
    object,
    intervals,
    parameters,
    conditions: conditions.flatMap((condition) => seenThroughAll(condition, through, object.id)),
    axes: axes.flatMap((axis, index) => {
      const path = seenThrough(axis.key.path, through, object.id);
      return path ? [{ ...axis, index, key: { ...axis.key, path } }] : [];
    }),
    measures: plans.map((plan) => ({
      plan,
      condition:
        plan.metric.filter === undefined
          ? undefined
          : readFormula(plan.metric.filter, object.id, model, plan.metric.parameters),
    })),
  };
}

/** Path as seen from the object that the references lead to; `undefined` if it does not start with them. */
function seenThrough<Path extends BoundPath>(path: Path, through: readonly string[], object: string): Path | undefined {
  const isThrough = through.every((reference, index) => path.references[index]?.id === reference);
  return isThrough ? { ...path, from: object, references: path.references.slice(through.length) } : undefined;
}

function seenThroughAll(
  condition: BoundCondition,
  through: readonly string[],
  object: string,
): readonly BoundCondition[] {
  const isReached = collectConditionPaths(condition).every((path) => seenThrough(path, through, object));
  return isReached ? [rebase(condition, through.length, object)] : [];
}

function rebase(condition: BoundCondition, depth: number, object: string): BoundCondition {
  switch (condition.kind) {
    case "and":
    case "or":
      return { ...condition, conditions: condition.conditions.map((part) => rebase(part, depth, object)) };
    case "not":
      return { ...condition, condition: rebase(condition.condition, depth, object) };
    default: {
      const moved = { from: object, references: condition.path.references.slice(depth) };
      return { ...condition, path: { ...condition.path, ...moved } } as BoundCondition;
    }
  }
}
