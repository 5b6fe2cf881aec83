import type { ModelSource, Named } from "../../core/model/model-source.ts";
import { attributeNames, ModelIndex } from "./attribute-index.ts";
import { isLike } from "./match.ts";
import { type ModelName, metricName, type NameKind, objectName } from "./model-name.ts";

/** Kinds of names that a search finds too. */
export type SearchedKind = Exclude<NameKind, "reference">;

/** Names in their order, read only as far as somebody asks. */
export interface NameList {
  all(): Iterable<ModelName>;
  /** The first of those that hold a text in their id or display name. */
  like(text: string, count: number): Iterable<ModelName>;
}

export function listOf(names: Iterable<ModelName>): NameList {
  const kept = [...names];
  return { all: () => kept, like: (text) => kept.filter(({ id, displayName }) => isLike(text, id, displayName)) };
}

/** Names of a kind on one object of a model source, or on all of them. */
export function sourceNames(model: ModelSource, kind: SearchedKind, object: string | undefined): NameList {
  switch (kind) {
    case "metric":
      return listed(
        () => model.metrics(),
        (metric) => (object === undefined || metric.object === object ? metricName(metric) : undefined),
      );
    case "object":
      return listed(() => model.objects(), objectName);
    default: {
      const one = object === undefined ? undefined : model.object(object);
      if (object !== undefined) {
        return listOf(one ? attributeNames(kind, one) : []);
      }
      return {
        *all() {
          for (const each of model.objects()) {
            yield* attributeNames(kind, each);
          }
        },
        like: (text, count) => ModelIndex.of(model).attributes(kind).like(text, count),
      };
    }
  }
}

function listed<Item extends Named>(
  items: () => Iterable<Item>,
  toName: (item: Item) => ModelName | undefined,
): NameList {
  function* names(text?: string): Generator<ModelName> {
    for (const item of items()) {
      const name = text === undefined || isLike(text, item.id, item.displayName) ? toName(item) : undefined;
      if (name) {
        yield name;
      }
    }
  }
  return { all: () => names(), like: (text) => names(text) };
}
