import type { AnalyticObject, Metric, ModelSource } from "./model-source.ts";

/** Creates a model source from plain lists, which keep their order; of items with the same id the first counts. */
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
