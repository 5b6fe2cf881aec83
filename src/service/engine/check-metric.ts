import type { StoredMetric } from "../model/tenant-model.ts";
import { basePlansOf, planMetric, readMetricFilter } from "./metric-plan.ts";
import { QueryError } from "./query-error.ts";
import type { StoredModel } from "./stored-model.ts";

/** Throws QueryError unless a metric can be computed: all that it is made of exists and has values of the right type. */
export function checkMetric(metric: StoredMetric, model: StoredModel): void {
  model.object(metric.object);
  for (const { metric: base, through } of basePlansOf(planMetric(metric, model))) {
    if (model.follow(metric.object, through).id !== base.object) {
      throw new QueryError(
        `The metric "${base.id}" belongs to "${base.object}"; a metric of "${metric.object}" needs \`through\`, the reference that leads there.`,
      );
    }
    if (base.aggregate !== "count") {
      checkProperty(base, model);
    }
    readMetricFilter(base, base.object, model);
  }
}

function checkProperty(
  { aggregate, property, object }: Extract<StoredMetric, { kind: "base" }>,
  model: StoredModel,
): void {
  if (property === undefined) {
    throw new QueryError(`The aggregate "${aggregate}" needs a property.`);
  }
  const { storage } = model.property(object, property);
  const isNumber = storage === "DOUBLE" || storage === "BIGINT";
  const takesDates = aggregate === "minimum" || aggregate === "maximum";
  if (!isNumber && !(takesDates && storage === "TIMESTAMP")) {
    throw new QueryError(
      `The aggregate "${aggregate}" needs a number${takesDates ? " or a date" : ""}; "${property}" is neither.`,
    );
  }
}
