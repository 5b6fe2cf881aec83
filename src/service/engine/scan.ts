import type { TimeInterval } from "../../languages/sql-like/syntax.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import type { AxisKey, GroupingAxis } from "./axis.ts";
import type { ParameterValues } from "./filters.ts";
import { type BasePlan, readMetricFilter } from "./metric-plan.ts";
import { type RecordCondition, rebaseCondition, rebasePath } from "./record-condition.ts";
import type { StoredModel } from "./stored-model.ts";

/** One pass over the records of an object, which computes all metrics that use these records. */
export interface RecordScan {
  readonly object: StoredObject;
  readonly intervals: readonly TimeInterval[];
  readonly conditions: readonly RecordCondition[];
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
  readonly condition: RecordCondition | undefined;
}

export interface ScanParts {
  readonly from: string;
  readonly intervals: readonly TimeInterval[];
  readonly conditions: readonly RecordCondition[];
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
    conditions: conditions
      .map((condition) => rebaseCondition(condition, through, object.id))
      .filter((condition) => condition !== undefined),
    axes: axes.flatMap((axis, index) => {
      const key = rebaseKey(axis.key, through, object.id);
      return key ? [{ ...axis, index, key }] : [];
    }),
    measures: plans.map((plan) => ({
      plan,
      condition: readMetricFilter(plan.metric, object.id, model),
    })),
  };
}

function rebaseKey(key: AxisKey, through: readonly string[], object: string): AxisKey | undefined {
  if (key.kind === "condition") {
    const condition = rebaseCondition(key.condition, through, object);
    return condition && { ...key, condition };
  }
  const path = rebasePath(key.path, through, object);
  return path && { ...key, path };
}
