import type { Reference, SelectionConcept } from "../../../src/languages/core/model/model-source.ts";
import type {
  StoredDimension,
  StoredObject,
  StoredProperty,
  TenantModel,
} from "../../../src/service/model/tenant-model.ts";
import { findNamed } from "./find-name.ts";

/** What a path ends in, and the references that lead there from the FROM object. */
export type Attribute = PropertyAttribute | DimensionAttribute | ConceptAttribute;

export interface PropertyAttribute {
  readonly kind: "property";
  readonly steps: readonly Reference[];
  readonly property: StoredProperty;
}

export interface DimensionAttribute {
  readonly kind: "dimension";
  readonly steps: readonly Reference[];
  readonly dimension: StoredDimension;
}

export interface ConceptAttribute {
  readonly kind: "concept";
  readonly steps: readonly Reference[];
  readonly concept: SelectionConcept;
}

/** Looks a path up from an object (sql-like-language 8.2); `undefined` when it leads nowhere in the model. */
export function findAttribute(model: TenantModel, from: StoredObject, names: readonly string[]): Attribute | undefined {
  const [first = "", ...others] = names;
  const isOwnName = others.length > 0 && findNamed([from], first) !== undefined;
  const path = isOwnName && !from.references.some(({ id }) => id === first) ? others : names;
  const steps: Reference[] = [];
  let object = from;
  for (const name of path.slice(0, -1)) {
    const reference = findNamed(object.references, name);
    const target = reference && model.objects.find(({ id }) => id === reference.target);
    if (!reference || !target) {
      return undefined;
    }
    steps.push(reference);
    object = target;
  }
  return lastOf(object, steps, path.at(-1) ?? "");
}

function lastOf(object: StoredObject, steps: readonly Reference[], name: string): Attribute | undefined {
  const { properties, dimensions, concepts } = object;
  const found = findNamed<{ readonly id: string }>([...properties, ...dimensions, ...concepts], name);
  const property = properties.find((candidate) => candidate === found);
  if (property) {
    return { kind: "property", steps, property };
  }
  const dimension = dimensions.find((candidate) => candidate === found);
  if (dimension) {
    return { kind: "dimension", steps, dimension };
  }
  const concept = concepts.find((candidate) => candidate === found);
  return concept && { kind: "concept", steps, concept };
}

/** The same, for a text that is known to be right. */
export function mustFindAttribute(model: TenantModel, from: StoredObject, names: readonly string[]): Attribute {
  const found = findAttribute(model, from, names);
  if (!found) {
    throw new Error(`Evaluating a query: "${names.join(".")}" cannot be reached from ${from.id}.`);
  }
  return found;
}

/** Id of the property, dimension or concept itself. */
export function attributeId(attribute: Attribute): string {
  switch (attribute.kind) {
    case "property":
      return attribute.property.id;
    case "dimension":
      return attribute.dimension.id;
    case "concept":
      return attribute.concept.id;
  }
}
