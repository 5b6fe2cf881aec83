import type { ModelEntryKind } from "../../core/model/model-requests.ts";
import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { namesOf } from "../binding/bind-path.ts";
import { resolvePath } from "../binding/resolve-path.ts";
import type { NamedQuery, WrittenPath } from "./names-of-part.ts";

/** One name to look for. */
export interface NameLookup {
  readonly kind: ModelEntryKind;
  readonly name: string;
  /** On this analytic object; on any when left out. */
  readonly object?: string;
  /** Of a member. */
  readonly dimension?: string;
  /** Looks for names like it, for a suggestion. */
  readonly isNear?: boolean;
}

/** How a lookup ended: an uncertain one does not say that the name is not there. */
export type LookupState = "unknown" | "certain" | "uncertain";

/** What was looked up by now. */
export interface KnownNames {
  readonly source: ModelSource;
  stateOf(lookup: NameLookup): LookupState;
  /** Whether the references of an object are all known. */
  knowsReferences(object: string): boolean;
  /** The members of a dimension that were found, by their names from the top. */
  members(object: string, dimension: string): readonly (readonly string[])[];
}

/** What a query still needs; asked again after each answer, because names lead to names. */
interface NeededNames {
  readonly lookups: readonly NameLookup[];
  /** False when the model did not tell enough to judge the query. */
  readonly isCertain: boolean;
}

type AttributeKind = "property" | "dimension" | "concept";
const attributeKinds: readonly AttributeKind[] = ["property", "dimension", "concept"];

/** References are followed this far, and on so many objects, when a name is looked for elsewhere. */
const reach = 3;
const mostReached = 60;

/** The names that a query needs to be judged, and those that complete what is said of the unknown ones (SL301 to SL310). */
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
      // The objects of the columns say what else the name may be, such as a movement concept.
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

  /** The object behind a reference; `unknown` when that must be looked up first. */
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

  /** Makes sure of the objects near by, through which a path may lead to what is missing. */
  #reachFrom(from: AnalyticObject): void {
    const seen = new Set([from.id]);
    let edge: readonly AnalyticObject[] = [from];
    for (let step = 0; step < reach; step++) {
      const next: AnalyticObject[] = [];
      for (const { target } of edge.flatMap(({ references }) => references)) {
        if (!seen.has(target) && seen.size < mostReached) {
          seen.add(target);
          const object = this.#want({ kind: "analyticObject", name: target }) && this.#model.object(target);
          next.push(...(object ? [object] : []));
        }
      }
      edge = next;
    }
  }

  /** Whether it is known what an object has of a name. */
  #askAttributes(name: string, { id }: AnalyticObject): boolean {
    return !attributeKinds.map((kind) => this.#ask({ kind, name, object: id })).includes(false);
  }

  /** Whether it was answered; the answer must be there to judge the query. */
  #ask(lookup: NameLookup): boolean {
    const state = this.#known.stateOf(lookup);
    this.isCertain &&= state !== "uncertain" || this.#isFound(lookup);
    return this.#want(lookup, state);
  }

  /** Whether it was answered; the query can be judged without. */
  #want(lookup: NameLookup, state = this.#known.stateOf(lookup)): boolean {
    if (state === "unknown") {
      this.lookups.push(lookup);
    }
    return state !== "unknown";
  }

  /** Looks for names like one that is missing. */
  #suggest(lookup: NameLookup): void {
    this.#want({ ...lookup, isNear: true });
  }

  /** An uncertain answer that holds the very name is certain enough. */
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
