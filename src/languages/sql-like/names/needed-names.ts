import type { ModelEntryKind } from "../../core/model/model-requests.ts";
import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { pathEndNamesOf } from "../binding/bind-path.ts";
import { resolvePath } from "../binding/resolve-path.ts";
import type { NamesInQuery, PathSegments } from "./names-of-part.ts";

/** Request to look up one name in the business model. */
export interface NameLookup {
  readonly kind: ModelEntryKind;
  readonly name: string;
  /** Id of the analytic object that the lookup is limited to. */
  readonly object?: string;
  /** Id of the dimension whose member is looked up. */
  readonly dimension?: string;
  /** Whether to look up similar names, as suggestions in a message. */
  readonly isNear?: boolean;
}

/** State of a name lookup. After an `uncertain` lookup, a name that was not found may still exist. */
export type LookupState = "unknown" | "certain" | "uncertain";

/** Results of all name lookups so far. */
export interface KnownNames {
  readonly source: ModelSource;
  stateOf(lookup: NameLookup): LookupState;
  /** Whether all references of an object are known. */
  knowsReferences(object: string): boolean;
  /** Returns the known members of a dimension, as paths of names from the top level. */
  members(object: string, dimension: string): readonly (readonly string[])[];
}

/**
 * Name lookups that are still needed to check a query. Computed again after each result, because a resolved name may
 * require further lookups.
 */
interface NeededNames {
  readonly lookups: readonly NameLookup[];
  /** Whether the results suffice to check the query; false if a required lookup was uncertain. */
  readonly isCertain: boolean;
}

type AttributeKind = "property" | "dimension" | "concept";
const attributeKinds: readonly AttributeKind[] = ["property", "dimension", "concept"];

/**
 * Limits for searching a name on other objects: the number of references to follow, and the number of objects to visit.
 */
const maxSteps = 3;
const maxObjects = 60;

/**
 * Returns the lookups that are needed to check a query, and those that improve messages about unknown names (SL301 to
 * SL310).
 */
export function findNamesToLookUp(query: NamesInQuery, known: KnownNames): NeededNames {
  const needs = new Needs(known);
  needs.addMetrics(query);
  needs.addPaths(query);
  return { lookups: needs.lookups, isCertain: needs.isCertain };
}

class Needs {
  readonly lookups: NameLookup[] = [];
  isCertain = true;
  readonly #known: KnownNames;
  readonly #model: ModelSource;

  constructor(known: KnownNames) {
    this.#known = known;
    this.#model = known.source;
  }

  addMetrics({ metrics, aggregated }: NamesInQuery): void {
    for (const name of metrics) {
      if (this.#ask({ kind: "metric", name }) && !findName(this.#model.metrics(), name)) {
        this.#suggest({ kind: "metric", name });
      }
    }
    for (const name of aggregated) {
      this.#suggest({ kind: "metric", name });
    }
  }

  addPaths({ from, paths, labels }: NamesInQuery): void {
    if (from === undefined || !this.#ask({ kind: "analyticObject", name: from })) {
      return;
    }
    const object = findName(this.#model.objects(), from)?.item;
    if (!object) {
      this.#suggest({ kind: "analyticObject", name: from });
      // The objects of the columns tell what else a name may be, such as a movement concept.
      for (const name of paths.map((path) => path.at(-1)).filter((text) => text !== undefined)) {
        this.#findElsewhere(name);
      }
      return;
    }
    for (const path of paths) {
      this.#addPath(object, path);
    }
    for (const label of labels) {
      this.#askAttributes(label, object);
    }
  }

  #addPath(from: AnalyticObject, path: PathSegments): void {
    const isOwn = path.length > 1 && findName([from], path[0] ?? "") !== undefined;
    let object = from;
    for (const name of path.slice(isOwn ? 1 : 0, -1)) {
      const next = this.#follow(object, name);
      if (!next) {
        const other = this.#ask({ kind: "analyticObject", name }) && this.#model.object(name);
        if (other && object === from && this.#askAttributes(path.at(-1) ?? "", other)) {
          this.#reachFrom(from);
        }
        return;
      }
      if (next === "unknown") {
        return;
      }
      object = next;
    }
    this.#addEnd(from, object, path.at(-1) ?? "");
  }

  /** Returns the object that a reference leads to; `unknown` if it must be looked up first. */
  #follow(object: AnalyticObject, name: string): AnalyticObject | "unknown" | undefined {
    const reference = findName(object.references, name)?.item;
    if (!reference) {
      this.isCertain &&= this.#known.knowsReferences(object.id);
      return this.#askAttributes(name, object) ? undefined : "unknown";
    }
    const isKnown = this.#ask({ kind: "analyticObject", name: reference.target });
    return (isKnown && this.#model.object(reference.target)) || "unknown";
  }

  #addEnd(from: AnalyticObject, object: AnalyticObject, name: string): void {
    if (!this.#askAttributes(name, object)) {
      return;
    }
    const end = resolvePath(this.#model, object.id, [name]);
    if (end.kind === "endsInReference") {
      this.#ask({ kind: "analyticObject", name: end.reference.target });
    }
    if (end.kind !== "notAttribute") {
      return;
    }
    this.isCertain &&= this.#known.knowsReferences(object.id);
    if (!this.#ask({ kind: "metric", name }) || findName(this.#model.metrics(), name)) {
      return;
    }
    for (const kind of attributeKinds) {
      this.#suggest({ kind, name, object: object.id });
    }
    this.#findElsewhere(name);
    if (object === from) {
      this.#reachFrom(from);
    }
  }

  #findElsewhere(name: string): void {
    const answers = attributeKinds.map((kind) => this.#want({ kind, name }));
    if (!answers.includes(false)) {
      for (const object of this.#model.objects()) {
        if (pathEndNamesOf(object).includes(name)) {
          this.#want({ kind: "analyticObject", name: object.id });
        }
      }
    }
  }

  /** Requests lookups of nearby objects whose references may lead to a missing name. */
  #reachFrom(from: AnalyticObject): void {
    const seen = new Set([from.id]);
    let edge: readonly AnalyticObject[] = [from];
    for (let step = 0; step < maxSteps; step++) {
      const next: AnalyticObject[] = [];
      for (const { target } of edge.flatMap(({ references }) => references)) {
        if (!seen.has(target) && seen.size < maxObjects) {
          seen.add(target);
          const object = this.#want({ kind: "analyticObject", name: target }) && this.#model.object(target);
          next.push(...(object ? [object] : []));
        }
      }
      edge = next;
    }
  }

  /** Requests the lookups of a name as an attribute of an object. Returns whether they are complete. */
  #askAttributes(name: string, { id }: AnalyticObject): boolean {
    return !attributeKinds.map((kind) => this.#ask({ kind, name, object: id })).includes(false);
  }

  /** Requests a lookup that the check requires. Returns whether it is complete. */
  #ask(lookup: NameLookup): boolean {
    const state = this.#known.stateOf(lookup);
    this.isCertain &&= state !== "uncertain" || this.#isFound(lookup);
    return this.#want(lookup, state);
  }

  /** Requests a lookup that the check does not require. Returns whether it is complete. */
  #want(lookup: NameLookup, state = this.#known.stateOf(lookup)): boolean {
    if (state === "unknown") {
      this.lookups.push(lookup);
    }
    return state !== "unknown";
  }

  /** Requests lookups of names similar to a missing one. */
  #suggest(lookup: NameLookup): void {
    this.#want({ ...lookup, isNear: true });
  }

  /** Whether a lookup found the exact name. The result suffices even if the lookup is uncertain. */
  #isFound({ kind, name, object = "" }: NameLookup): boolean {
    switch (kind) {
      case "metric":
        return this.#model.metric(name) !== undefined;
      case "analyticObject":
        return this.#model.object(name) !== undefined;
      default: {
        const owner = this.#model.object(object);
        return owner !== undefined && pathEndNamesOf(owner).includes(name);
      }
    }
  }
}
