import { readFormula } from "../engine/filters.ts";
import { queryProblemOf } from "../engine/query-error.ts";
import { StoredModel } from "../engine/stored-model.ts";
import type { DerivedMetric, MetricPart, StoredMetric, StoredObject, TenantModel } from "../model/tenant-model.ts";

/**
 * Returns a model without hidden attributes, and without the metrics that aggregate, filter by or pass through something
 * hidden.
 */
export function hideInModel(model: TenantModel, hidden: (object: string) => ReadonlySet<string>): TenantModel {
  const objects = model.objects.map((object) => hideInObject(object, hidden(object.id)));
  const visible = new StoredModel({ ...model, objects, metrics: [] });
  const shown = new Map<string, boolean>();
  const isShown = (metric: StoredMetric): boolean => {
    const known = shown.get(metric.id);
    if (known !== undefined) {
      return known;
    }
    // A metric that is made from itself is shown to nobody.
    shown.set(metric.id, false);
    const isVisible = metric.kind === "base" ? canCompute(metric, visible) : canCombine(metric, visible, partIsShown);
    shown.set(metric.id, isVisible);
    return isVisible;
  };
  const partIsShown = ({ metric: id }: MetricPart) => {
    const part = model.metrics.find((metric) => metric.id === id);
    return part !== undefined && isShown(part);
  };
  return { ...model, objects, metrics: model.metrics.filter(isShown) };
}

function hideInObject(object: StoredObject, hidden: ReadonlySet<string>): StoredObject {
  if (hidden.size === 0) {
    return object;
  }
  const isShown = ({ id }: { readonly id: string }) => !hidden.has(id);
  const { key, ...rest } = object;
  return {
    ...rest,
    ...(key !== undefined && !hidden.has(key) && { key }),
    properties: object.properties.filter(isShown),
    dimensions: object.dimensions.filter(isShown),
    concepts: object.concepts.filter(isShown),
    references: object.references.filter(isShown),
  };
}

function canCompute(metric: Extract<StoredMetric, { kind: "base" }>, visible: StoredModel): boolean {
  return binds(() => {
    if (metric.property !== undefined) {
      visible.property(metric.object, metric.property);
    }
    if (metric.filter !== undefined) {
      readFormula(metric.filter, metric.object, visible, metric.parameters);
    }
  });
}

function canCombine(metric: DerivedMetric, visible: StoredModel, partIsShown: (part: MetricPart) => boolean): boolean {
  return [metric.left, metric.right].every(
    (part) =>
      partIsShown(part) && binds(() => visible.follow(metric.object, part.through === undefined ? [] : [part.through])),
  );
}

function binds(work: () => unknown): boolean {
  return queryProblemOf(work) === undefined;
}
