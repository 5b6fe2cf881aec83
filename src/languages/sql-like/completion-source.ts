import type { AnalyticObject, ModelSource, Named } from "../core/model-source.ts";
import { isLike } from "./completion-match.ts";
import {
  conceptName,
  dimensionName,
  type ModelName,
  metricName,
  type NameKind,
  objectName,
  propertyName,
  referenceName,
} from "./completion-name.ts";

/** Kinds of names that a search finds too. */
export type SearchedKind = Exclude<NameKind, "reference">;

/** Names in their order, read only as far as somebody asks. */
export interface NameList {
  all(): Iterable<ModelName>;
  /** Those that hold a text in their id or display name. */
  like(text: string): Iterable<ModelName>;
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
      const objects = () => (one ? [one] : object === undefined ? model.objects() : []);
      return { all: () => attributes(kind, objects()), like: (text) => attributes(kind, objects(), text) };
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

type AttributeKind = "dimension" | "property" | "concept";

function* attributes(kind: AttributeKind, objects: Iterable<AnalyticObject>, text?: string): Generator<ModelName> {
  const folded = text?.toLowerCase();
  for (const object of objects) {
    if (folded !== undefined && !foldedNames(kind, object).includes(folded)) {
      continue;
    }
    for (const name of attributesOf(kind, object)) {
      if (text === undefined || isLike(text, name.id, name.displayName)) {
        yield name;
      }
    }
  }
}

function attributesOf(kind: AttributeKind, object: AnalyticObject): ModelName[] {
  switch (kind) {
    case "dimension":
      return object.dimensions.map((dimension) => dimensionName(dimension, object.id));
    case "property":
      return object.properties.map((property) => propertyName(property, object.id));
    case "concept":
      return object.concepts.map((concept) => conceptName(concept, object.id));
  }
}

const folded = {
  dimension: new WeakMap<AnalyticObject, string>(),
  property: new WeakMap<AnalyticObject, string>(),
  concept: new WeakMap<AnalyticObject, string>(),
};

/** All names of a kind on an object in lower case: most objects are passed over with one look. */
function foldedNames(kind: AttributeKind, object: AnalyticObject): string {
  const known = folded[kind].get(object);
  if (known !== undefined) {
    return known;
  }
  const text = attributesOf(kind, object)
    .map(({ id, displayName }) => `${id}\n${displayName}`)
    .join("\n")
    .toLowerCase();
  folded[kind].set(object, text);
  return text;
}

/** The references of all objects of a source, one of each name. */
export function* sourceReferences(model: ModelSource): Generator<ModelName> {
  const seen = new Set<string>();
  for (const object of model.objects()) {
    for (const reference of object.references) {
      if (!seen.has(reference.id)) {
        seen.add(reference.id);
        yield referenceName(reference, object.id);
      }
    }
  }
}
