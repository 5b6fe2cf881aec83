import type { AnalyticObject, Metric, ModelSource } from "./model-source.ts";

/**
 * Creates a model source from lists of analytic objects and metrics, whose order is preserved. If several items have
 * the same id, the first is used.
 */
export function createModelSource(objects: readonly AnalyticObject[], metrics: readonly Metric[]): ModelSource {
  const objectsById = indexById(objects);
  const metricsById = indexById(metrics);
  const objectList = [...objectsById.values()];
  const metricList = [...metricsById.values()];
  return {
    object: (id) => objectsById.get(id),
    objects: () => objectList,
    metric: (id) => metricsById.get(id),
    metrics: () => metricList,
  };
}

function indexById<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  const index = new Map<string, Item>();
  for (const item of items) {
    if (!index.has(item.id)) {
      index.set(item.id, item);
    }
  }
  return index;
}
