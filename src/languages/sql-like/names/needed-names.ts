import type { ModelEntryKind } from "../../core/model/model-requests.ts";
import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { namesOf } from "../binding/bind-path.ts";
import { resolvePath } from "../binding/resolve-path.ts";
import type { NamedQuery, WrittenPath } from "./names-of-part.ts";

/** Name to look up. */
export interface NameLookup {
  readonly kind: ModelEntryKind;
  readonly name: string;
  /** Limits the lookup to this analytic object. */
  readonly object?: string;
  /** Dimension of a member. */
  readonly dimension?: string;
  /** Looks up similar names for a suggestion. */
  readonly isNear?: boolean;
}

/** State of a lookup; after an uncertain one, a name that was not found may still exist. */
export type LookupState = "unknown" | "certain" | "uncertain";

/** Results of the lookups so far. */
export interface KnownNames {
  readonly source: ModelSource;
  stateOf(lookup: NameLookup): LookupState;
  /** Whether all references of an object are known. */
  knowsReferences(object: string): boolean;
  /** Known members of a dimension, as paths of names from the top. */
  members(object: string, dimension: string): readonly (readonly string[])[];
}

/** Lookups that a query still needs; computed again after each answer, because names lead to names. */
interface NeededNames {
  readonly lookups: readonly NameLookup[];
  /** False when the model gave too little to check the query. */
  readonly isCertain: boolean;
}

type AttributeKind = "property" | "dimension" | "concept";
const attributeKinds: readonly AttributeKind[] = ["property", "dimension", "concept"];

/** Number of references to follow, and of objects to visit, when a name is searched on other objects. */
const maxSteps = 3;
const maxObjects = 60;

/** Lookups needed to check a query, and those that improve the messages about unknown names (SL301 to SL310). */
export function neededNames(query: NamedQuery, known: KnownNames): NeededNames {
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

  addMetrics({ metrics, aggregated }: NamedQuery): void {
    for (const name of metrics) {
      if (this.#ask({ kind: "metric", name }) && !findName(this.#model.metrics(), name)) {
        this.#suggest({ kind: "metric", name });
      }
    }
    for (const name of aggregated) {
      this.#suggest({ kind: "metric", name });
    }
  }

  addPaths({ from, paths, labels }: NamedQuery): void {
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

  #addPath(from: AnalyticObject, path: WrittenPath): void {
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

  /** Object that a reference leads to; `unknown` when it must be looked up first. */
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
        if (namesOf(object).includes(name)) {
          this.#want({ kind: "analyticObject", name: object.id });
        }
      }
    }
  }

  /** Looks up nearby objects through which a path to a missing name may lead. */
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

  /** Whether the lookups of a name's attributes on an object are complete. */
  #askAttributes(name: string, { id }: AnalyticObject): boolean {
    return !attributeKinds.map((kind) => this.#ask({ kind, name, object: id })).includes(false);
  }

  /** Whether a lookup that the check depends on is complete. */
  #ask(lookup: NameLookup): boolean {
    const state = this.#known.stateOf(lookup);
    this.isCertain &&= state !== "uncertain" || this.#isFound(lookup);
    return this.#want(lookup, state);
  }

  /** Whether a lookup that the check does not depend on is complete. */
  #want(lookup: NameLookup, state = this.#known.stateOf(lookup)): boolean {
    if (state === "unknown") {
      this.lookups.push(lookup);
    }
    return state !== "unknown";
  }

  /** Looks up names similar to a missing one. */
  #suggest(lookup: NameLookup): void {
    this.#want({ ...lookup, isNear: true });
  }

  /** An uncertain answer that contains the exact name is sufficient. */
  #isFound({ kind, name, object = "" }: NameLookup): boolean {
    switch (kind) {
      case "metric":
        return this.#model.metric(name) !== undefined;
      case "analyticObject":
        return this.#model.object(name) !== undefined;
      default: {
        const owner = this.#model.object(object);
        return owner !== undefined && namesOf(owner).includes(name);
      }
    }
  }
}
