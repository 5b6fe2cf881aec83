import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import { findNearestNames, formatDidYouMean } from "../../core/text/find-name.ts";
import type { Problem } from "../../core/text/problem.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";
import type { NameNode, NamePath } from "../syntax/tree.ts";
import type { BoundPath } from "./bound-condition.ts";
import { type AttributePreference, resolveSegments, type UnresolvedPath } from "./resolve-path.ts";

/** Maximum number of references to follow when a name is searched on objects other than the FROM object. */
const maxSteps = 3;

/**
 * Resolves a path against the model and reports its problems (SL301, SL305, SL309, SL310, SL701). The caller checks
 * whether a metric is allowed at this position.
 */
export function bindPath(
  model: ModelSource,
  from: AnalyticObject,
  path: NamePath,
  preference: AttributePreference,
  problems: Problem[],
): BoundPath | Extract<UnresolvedPath, { kind: "metric" }> | undefined {
  // A missing name after a dot was reported by the parser.
  if (path.segments.some(({ text }) => text === "")) {
    return undefined;
  }
  const resolution = resolveSegments(model, from, path.segments, preference);
  switch (resolution.kind) {
    case "path":
      for (const { segment, name } of resolution.caseDifferences) {
        problems.push(withReplacements(createQueryProblem("SL701", path.segments[segment] ?? path, { name }), [name]));
      }
      return resolution.path;
    case "metric":
      return resolution;
    default:
      reportUnresolved(model, from, path, resolution, problems);
      return undefined;
  }
}

function reportUnresolved(
  model: ModelSource,
  from: AnalyticObject,
  path: NamePath,
  resolution: Exclude<UnresolvedPath, { kind: "metric" | "noObject" }>,
  problems: Problem[],
): void {
  const name = path.segments[resolution.segment] ?? { ...path, kind: "name", text: "" };
  switch (resolution.kind) {
    case "unsupported": {
      const advice = `${resolution.what}s cannot be queried here`;
      problems.push(createQueryProblem("SL310", path, { name: name.text, what: resolution.what, advice }));
      return;
    }
    case "endsInReference": {
      const target = model.object(resolution.reference.target);
      const [attribute] = target ? pathEndNamesOf(target) : [];
      const advice = `write an attribute behind it${attribute ? `, such as \`${name.text}.${attribute}\`` : ""}`;
      problems.push(createQueryProblem("SL310", path, { name: name.text, what: "reference", advice }));
      return;
    }
    case "notReference":
      reportNotReference(model, from, path, name, resolution.object, problems);
      return;
    case "notAttribute":
      reportNotAttribute(model, from, path, name, resolution.object, problems);
  }
}

function reportNotReference(
  model: ModelSource,
  from: AnalyticObject,
  path: NamePath,
  name: NameNode,
  object: AnalyticObject,
  problems: Problem[],
): void {
  const other = model.object(name.text);
  const attribute = path.segments.at(-1)?.text ?? "";
  if (other && object === from) {
    const reached = findReached(model, from, attribute, other.id);
    const values = { name: attribute, object: from.id, reached: reachedText(reached) };
    problems.push(withReplacements(createQueryProblem("SL305", path, values), reached ? [reached] : []));
    return;
  }
  const references = object.references.map(({ id }) => id);
  const near = findNearestNames(references, name.text);
  const values = { name: name.text, object: object.id, suggestion: formatDidYouMean(near) };
  problems.push(
    pathEndNamesOf(object).includes(name.text)
      ? withReplacements(createQueryProblem("SL309", name, values), [...new Set([...near, ...references])])
      : withReplacements(createQueryProblem("SL301", name, values), near),
  );
}

function reportNotAttribute(
  model: ModelSource,
  from: AnalyticObject,
  path: NamePath,
  name: NameNode,
  object: AnalyticObject,
  problems: Problem[],
): void {
  const reached = object === from ? findReached(model, from, name.text) : undefined;
  const isElsewhere = [...model.objects()].some((other) => pathEndNamesOf(other).includes(name.text));
  if (reached || isElsewhere) {
    const values = { name: name.text, object: object.id, reached: reachedText(reached) };
    problems.push(withReplacements(createQueryProblem("SL305", path, values), reached ? [reached] : []));
    return;
  }
  const near = findNearestNames([...pathEndNamesOf(object), ...object.references.map(({ id }) => id)], name.text);
  const values = { name: name.text, object: object.id, suggestion: formatDidYouMean(near) };
  problems.push(withReplacements(createQueryProblem("SL301", name, values), near));
}

function reachedText(reached: string | undefined): string {
  return reached ? `; it can be reached as \`${reached}\`` : "";
}

/** Returns the shortest path through references to an attribute with a given name, on any object or only on `owner`. */
function findReached(model: ModelSource, from: AnalyticObject, name: string, owner?: string): string | undefined {
  const seen = new Set([from.id]);
  let edge: { readonly object: AnalyticObject; readonly path: string }[] = [{ object: from, path: "" }];
  for (let step = 0; step < maxSteps; step++) {
    const next: typeof edge = [];
    for (const { object, path } of edge) {
      for (const reference of object.references) {
        const target = model.object(reference.target);
        if (!target || seen.has(target.id)) {
          continue;
        }
        seen.add(target.id);
        const prefix = `${path}${reference.id}.`;
        if (pathEndNamesOf(target).includes(name) && (owner === undefined || owner === target.id)) {
          return prefix + name;
        }
        next.push({ object: target, path: prefix });
      }
    }
    edge = next;
  }
  return undefined;
}

/** Returns the ids of an object that can be the last segment of a path. */
export function pathEndNamesOf(object: AnalyticObject): string[] {
  return [...object.properties, ...object.dimensions, ...object.concepts].map(({ id }) => id);
}
