import type { AnalyticObject, Metric, ModelSource } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";

/** A metric by its id, in another letter case when only one has it. A model finds an exact id without looking at all of them. */
export function lookUpMetric(model: ModelSource, id: string): Metric | undefined {
  return model.metric(id) ?? findName(model.metrics(), id)?.item;
}

/** An analytic object by its id, in another letter case when only one has it. */
export function lookUpObject(model: ModelSource, id: string): AnalyticObject | undefined {
  return model.object(id) ?? findName(model.objects(), id)?.item;
}
