import { findName } from "../core/find-name.ts";
import type { AnalyticObject, Metric, ModelSource, Reference } from "../core/model-source.ts";
import type { Attribute, BoundPath } from "./bound-condition.ts";

/** What decides between a property and a dimension of one name (sql-like-language 8.2, rule 4). */
export type AttributePreference = "property" | "dimension";

/** A segment that the model writes in another letter case. */
export interface CaseDifference {
  readonly segment: number;
  readonly name: string;
}

export type PathResolution = ResolvedPath | UnresolvedPath;

export interface ResolvedPath {
  readonly kind: "path";
  readonly path: BoundPath;
  readonly caseDifferences: readonly CaseDifference[];
}

/** Why a path leads nowhere; `segment` counts from 0, and `object` is the object reached before it. */
export type UnresolvedPath =
  | { readonly kind: "noObject" }
  | { readonly kind: "notReference"; readonly segment: number; readonly object: AnalyticObject }
  | { readonly kind: "notAttribute"; readonly segment: number; readonly object: AnalyticObject }
  | { readonly kind: "endsInReference"; readonly segment: number; readonly reference: Reference }
  | { readonly kind: "unsupported"; readonly segment: number; readonly what: string }
  | { readonly kind: "metric"; readonly segment: number; readonly metric: Metric; readonly isExact: boolean };

/** Follows the segments of a path from an analytic object (sql-like-language 8.2). */
export function resolvePath(
  model: ModelSource,
  objectId: string,
  segments: readonly string[],
  preference: AttributePreference = "property",
): PathResolution {
  const from = model.object(objectId);
  if (!from) {
    return { kind: "noObject" };
  }
  const caseDifferences: CaseDifference[] = [];
  const references: Reference[] = [];
  let object = from;
  let segment = 0;
  const note = (name: string, isExact: boolean) => {
    if (!isExact) {
      caseDifferences.push({ segment, name });
    }
  };
  const own = segments.length > 1 ? findName([from], segments[0] ?? "") : undefined;
  if (own) {
    note(from.id, own.isExact);
    segment++;
  }
  for (; segment < segments.length - 1; segment++) {
    const found = findName(object.references, segments[segment] ?? "");
    const target = found && model.object(found.item.target);
    if (!found || !target) {
      return { kind: "notReference", segment, object };
    }
    note(found.item.id, found.isExact);
    references.push(found.item);
    object = target;
  }
  const end = findAttribute(object, segments[segment] ?? "", preference);
  if (!end) {
    return unresolvedEnd(model, object, segments[segment] ?? "", segment);
  }
  note(end.id, end.isExact);
  const path = { from: from.id, references, object: object.id, attribute: end.attribute };
  return { kind: "path", path, caseDifferences };
}

interface FoundAttribute {
  readonly attribute: Attribute;
  readonly id: string;
  readonly isExact: boolean;
}

function findAttribute(
  object: AnalyticObject,
  name: string,
  preference: AttributePreference,
): FoundAttribute | undefined {
  const property = findProperty(object, name);
  const dimension = findName(object.dimensions, name);
  const concept = findName(object.concepts, name);
  const asProperty: FoundAttribute | undefined = property && {
    attribute: { kind: "property", property: property.item },
    id: property.item.id,
    isExact: property.isExact,
  };
  const asDimension: FoundAttribute | undefined = dimension && {
    attribute: { kind: "dimension", dimension: dimension.item },
    id: dimension.item.id,
    isExact: dimension.isExact,
  };
  const asConcept: FoundAttribute | undefined = concept && {
    attribute: { kind: "concept", concept: concept.item },
    id: concept.item.id,
    isExact: concept.isExact,
  };
  const inOrder =
    preference === "property" ? [asProperty, asDimension, asConcept] : [asDimension, asProperty, asConcept];
  // An exact name wins over one in another letter case, whatever its kind.
  return inOrder.find((found) => found?.isExact) ?? inOrder.find((found) => found);
}

/** A model may write a property's id with its object, `Employee.Age` (sql-like-language 8.2, rule 3). */
function findProperty(object: AnalyticObject, name: string) {
  return findName(object.properties, name) ?? findName(object.properties, `${object.id}.${name}`);
}

function unresolvedEnd(model: ModelSource, object: AnalyticObject, name: string, segment: number): UnresolvedPath {
  const reference = findName(object.references, name);
  if (reference) {
    return { kind: "endsInReference", segment, reference: reference.item };
  }
  const what = Object.hasOwn(object.unsupported, name) ? object.unsupported[name] : undefined;
  if (what !== undefined) {
    return { kind: "unsupported", segment, what };
  }
  const metric = findName(model.metrics(), name);
  if (metric) {
    return { kind: "metric", segment, metric: metric.item, isExact: metric.isExact };
  }
  return { kind: "notAttribute", segment, object };
}
