import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import {
  type ModelName,
  modelNameOfConcept,
  modelNameOfDimension,
  modelNameOfProperty,
  modelNameOfReference,
} from "./model-name.ts";

type AttributeKind = "dimension" | "property" | "concept";

/**
 * Attributes of several objects with the same id and display name. Their positions are an object index and an attribute
 * index each, in order.
 */
interface Alike {
  /** Id and display name of the attributes, in lower case. */
  readonly folded: string;
  readonly objects: number[];
  readonly attributes: number[];
}

/**
 * Search index of the attributes of all objects of a model. Attributes with the same id and display name share one
 * entry.
 */
class AttributeIndex {
  readonly #kind: AttributeKind;
  readonly #objects: readonly AnalyticObject[];
  readonly #alike: readonly Alike[];

  constructor(kind: AttributeKind, objects: Iterable<AnalyticObject>) {
    this.#kind = kind;
    this.#objects = [...objects];
    const byText = new Map<string, Alike>();
    for (const [objectIndex, object] of this.#objects.entries()) {
      for (const [attributeIndex, { id, displayName }] of attributesOf(kind, object).entries()) {
        const text = `${id}\n${displayName}`;
        let alike = byText.get(text);
        if (!alike) {
          alike = { folded: text.toLowerCase(), objects: [], attributes: [] };
          byText.set(text, alike);
        }
        alike.objects.push(objectIndex);
        alike.attributes.push(attributeIndex);
      }
    }
    this.#alike = [...byText.values()];
  }

  /** Returns the first attributes whose id or display name contains a text, in the order of the objects. */
  like(text: string, count: number): ModelName[] {
    const folded = text.toLowerCase();
    const found: { readonly object: number; readonly attribute: number }[] = [];
    for (const { folded: names, objects, attributes } of this.#alike) {
      if (names.includes(folded)) {
        for (let index = 0; index < Math.min(objects.length, count); index++) {
          found.push({ object: objects[index] ?? 0, attribute: attributes[index] ?? 0 });
        }
      }
    }
    found.sort((one, other) => one.object - other.object || one.attribute - other.attribute);
    return found.slice(0, count).flatMap(({ object, attribute }) => this.#name(object, attribute) ?? []);
  }

  #name(objectIndex: number, attributeIndex: number): ModelName | undefined {
    const object = this.#objects[objectIndex];
    return object && attributeName(this.#kind, object, attributeIndex);
  }
}

/** Cache of name lookups in a model. Valid as long as the model object is in use. */
export class ModelNameCache {
  readonly #model: ModelSource;
  readonly #attributes = new Map<AttributeKind, AttributeIndex>();
  #references: readonly ModelName[] | undefined;

  private constructor(model: ModelSource) {
    this.#model = model;
  }

  static of(model: ModelSource): ModelNameCache {
    const index = indexes.get(model) ?? new ModelNameCache(model);
    indexes.set(model, index);
    return index;
  }

  attributes(kind: AttributeKind): AttributeIndex {
    const index = this.#attributes.get(kind) ?? new AttributeIndex(kind, this.#model.objects());
    this.#attributes.set(kind, index);
    return index;
  }

  /** Returns the references of all objects, one per name. */
  references(): readonly ModelName[] {
    this.#references ??= [...referencesOf(this.#model)];
    return this.#references;
  }
}

const indexes = new WeakMap<ModelSource, ModelNameCache>();

/** Returns the attributes of one kind on an object, in the order of the model. */
export function attributeNamesOf(kind: AttributeKind, object: AnalyticObject): ModelName[] {
  return attributesOf(kind, object).flatMap((_, index) => attributeName(kind, object, index) ?? []);
}

function attributesOf(kind: AttributeKind, { dimensions, properties, concepts }: AnalyticObject) {
  return kind === "dimension" ? dimensions : kind === "property" ? properties : concepts;
}

function attributeName(kind: AttributeKind, object: AnalyticObject, index: number): ModelName | undefined {
  switch (kind) {
    case "dimension": {
      const dimension = object.dimensions[index];
      return dimension && modelNameOfDimension(dimension, object.id);
    }
    case "property": {
      const property = object.properties[index];
      return property && modelNameOfProperty(property, object.id);
    }
    case "concept": {
      const concept = object.concepts[index];
      return concept && modelNameOfConcept(concept, object.id);
    }
  }
}

function* referencesOf(model: ModelSource): Generator<ModelName> {
  const seen = new Set<string>();
  for (const object of model.objects()) {
    for (const reference of object.references) {
      if (!seen.has(reference.id)) {
        seen.add(reference.id);
        yield modelNameOfReference(reference, object.id);
      }
    }
  }
}
