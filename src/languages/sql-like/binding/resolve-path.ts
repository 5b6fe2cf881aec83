import type { AnalyticObject, Metric, ModelSource, Reference } from "../../core/model/model-source.ts";
import { findItemByName, findName } from "../../core/text/find-name.ts";
import type { NameNode } from "../syntax/tree.ts";
import type { BoundPath, ModelAttribute } from "./bound-condition.ts";

/** Kind of attribute to prefer if a property and a dimension have the same name (sql-like-language 8.2, rule 4). */
export type AttributePreference = "property" | "dimension";

/** Path segment that differs from the name in the model only by letter case. */
export interface LetterCaseDifference {
  readonly segment: number;
  readonly name: string;
}

export type PathResolution = ResolvedPath | UnresolvedPath;

export interface ResolvedPath {
  readonly kind: "path";
  readonly path: BoundPath;
  readonly caseDifferences: readonly LetterCaseDifference[];
}

/**
 * Reason why a path could not be resolved. `segment` is the index of the failed segment, and `object` is the object
 * reached before it.
 */
export type UnresolvedPath =
  | { readonly kind: "noObject" }
  | { readonly kind: "notReference"; readonly segment: number; readonly object: AnalyticObject }
  | { readonly kind: "notAttribute"; readonly segment: number; readonly object: AnalyticObject }
  | { readonly kind: "endsInReference"; readonly segment: number; readonly reference: Reference }
  | { readonly kind: "unsupported"; readonly segment: number; readonly what: string }
  | { readonly kind: "metric"; readonly segment: number; readonly metric: Metric; readonly isExact: boolean };

type UnresolvedSegments = Exclude<UnresolvedPath, { kind: "noObject" }>;

/** Resolves the segments of a path that starts at an analytic object (sql-like-language 8.2). */
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
  const names = segments.map((text) => ({ text }));
  return resolveSegments(model, from, names, preference);
}

/** Path segment of which only the text is needed, not its span. */
type Segment = Pick<NameNode, "text">;

/** Resolves a path as `resolvePath` does; takes a path node of the syntax tree and an object of the model. */
export function resolveSegments(
  model: ModelSource,
  from: AnalyticObject,
  segments: readonly Segment[],
  preference: AttributePreference = "property",
): ResolvedPath | UnresolvedSegments {
  if (segments.length === 1) {
    return resolveName(model, from, textAt(segments, 0), segments, preference);
  }
  const references: Reference[] = [];
  const caseDifferences: LetterCaseDifference[] = [];
  let object = from;
  let segment = 0;
  const own = findItemByName([from], textAt(segments, 0));
  if (own) {
    noteCase(caseDifferences, 0, own.id, segments);
    segment++;
  }
  for (; segment < segments.length - 1; segment++) {
    const reference = findItemByName(object.references, textAt(segments, segment));
    const target = reference && model.object(reference.target);
    if (!target) {
      return { kind: "notReference", segment, object };
    }
    noteCase(caseDifferences, segment, reference.id, segments);
    references.push(reference);
    object = target;
  }
  return resolveEnd(model, from, object, references, segments, caseDifferences, preference);
}

function textAt(segments: readonly Segment[], index: number): string {
  return segments[index]?.text ?? "";
}

// Shared empty lists, since nearly every path is a single name.
const noReferences: readonly Reference[] = [];
const noDifferences: readonly LetterCaseDifference[] = [];

/** Results for the single-segment paths of one object, by preferred attribute kind and name. */
type ResolvedNames = Readonly<Record<AttributePreference, Map<string, ResolvedPath>>>;

/**
 * Cache of resolved names by analytic object. Entries cannot become outdated, because objects are immutable: a model
 * update creates new objects.
 */
const resolvedNames = new WeakMap<AnalyticObject, ResolvedNames>();

/**
 * Resolves a path of a single segment. Results are cached, since nearly all paths are single names and the same names
 * recur.
 */
function resolveName(
  model: ModelSource,
  from: AnalyticObject,
  name: string,
  segments: readonly Segment[],
  preference: AttributePreference,
): ResolvedPath | UnresolvedSegments {
  let known = resolvedNames.get(from);
  if (!known) {
    known = { property: new Map(), dimension: new Map() };
    resolvedNames.set(from, known);
  }
  const names = known[preference];
  const before = names.get(name);
  if (before) {
    return before;
  }
  const resolution = resolveEnd(model, from, from, noReferences, segments, noDifferences, preference);
  if (resolution.kind === "path") {
    names.set(name, resolution);
  }
  return resolution;
}

/** Resolves the last segment of a path on the object that the preceding segments lead to. */
function resolveEnd(
  model: ModelSource,
  from: AnalyticObject,
  object: AnalyticObject,
  references: readonly Reference[],
  segments: readonly Segment[],
  differences: readonly LetterCaseDifference[],
  preference: AttributePreference,
): ResolvedPath | UnresolvedSegments {
  const segment = segments.length - 1;
  const name = textAt(segments, segment);
  const attribute = findAttribute(object, name, preference);
  if (!attribute) {
    return unresolvedEnd(model, object, name, segment);
  }
  const isSame = isExact(object, attribute, name);
  return {
    kind: "path",
    path: { from: from.id, references, object: object.id, attribute },
    caseDifferences: isSame ? differences : [...differences, { segment, name: idOf(attribute) }],
  };
}

function noteCase(
  differences: LetterCaseDifference[],
  segment: number,
  name: string,
  segments: readonly Segment[],
): void {
  if (textAt(segments, segment) !== name) {
    differences.push({ segment, name });
  }
}

const searchOrder = {
  property: ["property", "dimension", "concept"],
  dimension: ["dimension", "property", "concept"],
} as const;

function findAttribute(
  object: AnalyticObject,
  name: string,
  preference: AttributePreference,
): ModelAttribute | undefined {
  let inOtherCase: ModelAttribute | undefined;
  for (const kind of searchOrder[preference]) {
    const attribute = attributeOf(kind, object, name);
    // An exact match of either kind wins over one in another letter case.
    if (attribute && isExact(object, attribute, name)) {
      return attribute;
    }
    inOtherCase ??= attribute;
  }
  return inOtherCase;
}

function attributeOf(kind: ModelAttribute["kind"], object: AnalyticObject, name: string): ModelAttribute | undefined {
  switch (kind) {
    case "property": {
      // A property's id may include its object, `Employee.Age` (sql-like-language 8.2, rule 3).
      const property =
        findItemByName(object.properties, name) ?? findItemByName(object.properties, `${object.id}.${name}`);
      return property && { kind, property };
    }
    case "dimension": {
      const dimension = findItemByName(object.dimensions, name);
      return dimension && { kind, dimension };
    }
    case "concept": {
      const concept = findItemByName(object.concepts, name);
      return concept && { kind, concept };
    }
  }
}

function idOf(attribute: ModelAttribute): string {
  switch (attribute.kind) {
    case "property":
      return attribute.property.id;
    case "dimension":
      return attribute.dimension.id;
    case "concept":
      return attribute.concept.id;
  }
}

function isExact(object: AnalyticObject, attribute: ModelAttribute, name: string): boolean {
  const id = idOf(attribute);
  return id === name || (attribute.kind === "property" && id === `${object.id}.${name}`);
}

function unresolvedEnd(model: ModelSource, object: AnalyticObject, name: string, segment: number): UnresolvedSegments {
  const reference = findItemByName(object.references, name);
  if (reference) {
    return { kind: "endsInReference", segment, reference };
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
