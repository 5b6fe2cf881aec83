import type { AnalyticObject, Metric, ModelSource } from "../../languages/core/model/model-source.ts";
import type { TenantModel } from "./tenant-model.ts";

/** Lookup of a stored model's names for the language services. */
export function modelSourceOf(model: TenantModel): ModelSource {
  const objects: ReadonlyMap<string, AnalyticObject> = new Map(model.objects.map((object) => [object.id, object]));
  const metrics: ReadonlyMap<string, Metric> = new Map(model.metrics.map((metric) => [metric.id, metric]));
  return {
    object: (id) => objects.get(id),
    objects: () => objects.values(),
    metric: (id) => metrics.get(id),
    metrics: () => metrics.values(),
  };
}
