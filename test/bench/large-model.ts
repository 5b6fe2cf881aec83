import { createModelSource } from "../../src/languages/core/model/create-model-source.ts";
import { EntryIndex } from "../../src/languages/core/model/entry-index.ts";
import type { ModelEntry, ModelSearch, ModelSearchResult } from "../../src/languages/core/model/model-requests.ts";
import type { AnalyticObject, Metric, ModelSource } from "../../src/languages/core/model/model-source.ts";
import { appendixMetrics, appendixObjects } from "../support/appendix-model.ts";

const maxHits = 100;

/** The appendix model with thousands of objects like its own around it, each with a metric, and a dimension of many members. */
export function largeModel(
  objects: number,
  members: number,
): { model: ModelSource; search(asked: ModelSearch): ModelSearchResult } {
  const [pattern] = appendixObjects;
  const further: AnalyticObject[] = [];
  const metrics: Metric[] = [];
  for (let index = appendixObjects.length; pattern && index < objects; index++) {
    further.push({ ...pattern, id: `Object_${index}`, displayName: `Object ${index}` });
    metrics.push({ id: `count${index}`, displayName: `Count ${index}`, object: `Object_${index}`, parameters: [] });
  }
  const all = [...appendixObjects, ...further];
  const allMetrics = [...appendixMetrics, ...metrics];
  const indexes = {
    member: new EntryIndex(Array.from({ length: members }, (_, index) => memberOf(index))),
    analyticObject: new EntryIndex(all.map(({ id, displayName, references }) => ({ id, displayName, references }))),
    metric: new EntryIndex(allMetrics.map(({ id, displayName, object }) => ({ id, displayName, object }))),
  };
  return {
    model: createModelSource(all, allMetrics),
    search: ({ kind, prefix, names, object }) => {
      const index = kind in indexes ? indexes[kind as keyof typeof indexes] : undefined;
      if (!index || (object !== undefined && kind !== "member")) {
        return { entries: [], isComplete: true };
      }
      if (names) {
        const entries = names.flatMap((name) => index.search(name, maxHits).entries.filter(({ id }) => id === name));
        return { entries, isComplete: true };
      }
      return index.search(prefix, maxHits);
    },
  };
}

function memberOf(index: number): ModelEntry {
  const id = `City ${index}`;
  return { id, displayName: id, path: `Region ${index % 20}.Country ${index % 300}.${id}` };
}
