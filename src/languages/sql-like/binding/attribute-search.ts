import { createModelSource } from "../../core/model/create-model-source.ts";
import {
  type ModelEntry,
  type ModelReference,
  type ModelSearch,
  type ModelSearchResult,
  searchTextLength,
} from "../../core/model/model-requests.ts";
import type { AnalyticObject, ValueType } from "../../core/model/model-source.ts";
import { valueTypeOf } from "../../core/model/value-type.ts";
import { findName } from "../../core/text/find-name.ts";
import type { BoundAttribute } from "./bound-query.ts";
import { resolvePath } from "./resolve-path.ts";

export type SearchModel = (search: ModelSearch) => Promise<ModelSearchResult>;

/** Attribute whose values a result column contains, with its value type. */
export interface TypedAttribute {
  readonly attribute: BoundAttribute;
  /** Value type of the attribute; undefined if the model has no type or an unknown one. */
  readonly type: ValueType | undefined;
}

/** Last name of a path, with the object that the preceding references lead to. */
interface PathEnd {
  readonly object: string;
  readonly name: string;
}

/** Search results for the attributes of one object, limited to the names that were searched for. */
interface ObjectPart {
  readonly object: AnalyticObject;
  readonly properties: ModelSearchResult;
}

/**
 * Looks up, by name only, the attributes at the ends of paths that start at an object. Runs three searches for each
 * object that the paths reach.
 */
export class AttributeSearch {
  readonly #from: string;
  readonly #search: SearchModel;
  readonly #references = new Map<string, Promise<readonly ModelReference[]>>();

  constructor(from: string, search: SearchModel) {
    this.#from = from;
    this.#search = search;
  }

  /** Returns the attribute of each path, in order; undefined for unknown attributes and for undefined paths. */
  async find(paths: readonly (readonly string[] | undefined)[]): Promise<(TypedAttribute | undefined)[]> {
    const ends = await Promise.all(paths.map((path) => path && this.#endOf(path)));
    const names = new Map<string, Set<string>>();
    for (const end of ends) {
      if (end) {
        names.set(end.object, (names.get(end.object) ?? new Set()).add(end.name));
      }
    }
    const parts = await Promise.all([...names].map(([object, wanted]) => this.#partOf(object, [...wanted])));
    return ends.map((end) => {
      const part = end && parts.find(({ object }) => object.id === end.object);
      return part && attributeOf(part, end.name);
    });
  }

  /** Returns the object that the references of a path lead to; `undefined` if the model lacks one of the references. */
  async #endOf(path: readonly string[]): Promise<PathEnd | undefined> {
    const isOwn = path.length > 1 && path[0]?.toLowerCase() === this.#from.toLowerCase();
    const names = isOwn ? path.slice(1) : path;
    let object = this.#from;
    for (const name of names.slice(0, -1)) {
      const reference = findName(await this.#referencesOf(object), name);
      if (!reference) {
        return undefined;
      }
      object = reference.item.target;
    }
    const name = names.at(-1);
    return name !== undefined && isSearchable(name) ? { object, name } : undefined;
  }

  #referencesOf(object: string): Promise<readonly ModelReference[]> {
    const known = this.#references.get(object);
    if (known || !isSearchable(object)) {
      return known ?? Promise.resolve([]);
    }
    const references = this.#search({ kind: "analyticObject", prefix: "", names: [object] }).then(
      ({ entries }) => findName(entries, object)?.item.references ?? [],
    );
    this.#references.set(object, references);
    return references;
  }

  async #partOf(id: string, names: readonly string[]): Promise<ObjectPart> {
    const searchFor = async (kind: "property" | "dimension" | "concept") => {
      const { entries, isComplete } = await this.#search({ kind, prefix: "", names, object: id });
      return { entries: entries.filter(({ object = id }) => object === id), isComplete };
    };
    const [properties, dimensions, concepts] = await Promise.all([
      searchFor("property"),
      searchFor("dimension"),
      searchFor("concept"),
    ]);
    const object: AnalyticObject = {
      id,
      displayName: id,
      kind: "subject",
      properties: properties.entries.map((entry) => ({ ...entry, type: typeOf(entry) ?? "text" })),
      dimensions: dimensions.entries.map((entry) => ({ ...entry, kind: "custom", levels: undefined })),
      concepts: concepts.entries,
      references: [],
      unsupported: {},
    };
    return { object, properties };
  }
}

/** Whether the length of a name is within the limits of a search request. */
export function isSearchable(name: string): boolean {
  return name.length >= searchTextLength.min && name.length <= searchTextLength.max;
}

function attributeOf({ object, properties }: ObjectPart, name: string): TypedAttribute | undefined {
  const resolution = resolvePath(createModelSource([object], []), object.id, [name], "property");
  if (resolution.kind !== "path") {
    return undefined;
  }
  const { path } = resolution;
  const { attribute } = path;
  if (attribute.kind === "property") {
    const entry = properties.entries.find(({ id }) => id === attribute.property.id);
    return { attribute: { kind: "property", path: { ...path, attribute } }, type: entry && typeOf(entry) };
  }
  if (!properties.isComplete) {
    // A property of the same name would take precedence, and not every property was returned.
    return undefined;
  }
  return attribute.kind === "dimension"
    ? { attribute: { kind: "dimension", path: { ...path, attribute } }, type: "text" }
    : { attribute: { kind: "concept", path: { ...path, attribute } }, type: "boolean" };
}

function typeOf({ dataType }: ModelEntry): ValueType | undefined {
  return dataType === undefined ? undefined : valueTypeOf(dataType);
}
