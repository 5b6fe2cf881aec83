import { EntryIndex } from "./entry-index.ts";
import type { FileDimension, FileMetric, FileRange, ModelFile, ModelFileObject } from "./model-file.ts";
import type { ModelEntry, ModelEntryKind, ModelSearch, ModelSearchResult } from "./model-requests.ts";

/**
 * Maximum number of results of one search, equal to the service's page size for object search (service-api, "Limits").
 */
const maxHits = 100;

/**
 * Searches names in model files, with the same matching as the service's search. Of two items with the same id the
 * first is used.
 */
export class ModelFileSearch {
  readonly #files: readonly ModelFile[];
  readonly #indexes = new Map<string, EntryIndex>();

  constructor(files: readonly ModelFile[]) {
    this.#files = files;
  }

  search(search: ModelSearch): ModelSearchResult {
    const { prefix, names } = search;
    const index = this.#indexFor(search);
    if (!names) {
      return index.search(prefix, maxHits);
    }
    const results = names.map((name) => index.search(name, maxHits));
    return {
      entries: [...new Set(results.flatMap(({ entries }) => entries))],
      isComplete: results.every(({ isComplete }) => isComplete),
    };
  }

  #indexFor({ kind, object, dimension }: ModelSearch): EntryIndex {
    // Metrics and objects are not searched within another object.
    const isScoped = kind !== "metric" && kind !== "analyticObject";
    const key = isScoped ? JSON.stringify([kind, object, dimension]) : kind;
    const known = this.#indexes.get(key);
    if (known) {
      return known;
    }
    const index = new EntryIndex(withoutDoubles(this.#entriesOf(kind, isScoped ? object : undefined, dimension)));
    this.#indexes.set(key, index);
    return index;
  }

  #entriesOf(kind: ModelEntryKind, object: string | undefined, dimension: string | undefined): ModelEntry[] {
    if (kind === "metric") {
      return this.#files.flatMap(({ metrics }) => metrics.map(metricEntry));
    }
    const owners = this.#files.flatMap(({ objects }) => objects);
    return owners
      .filter(({ id }) => object === undefined || id === object)
      .flatMap((owner) => entriesOn(owner, kind, dimension));
  }
}

function withoutDoubles(entries: readonly ModelEntry[]): ModelEntry[] {
  const byName = new Map<string, ModelEntry>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.object, entry.path ?? entry.id]);
    byName.set(key, byName.get(key) ?? entry);
  }
  return [...byName.values()];
}

function entriesOn(
  object: ModelFileObject,
  kind: Exclude<ModelEntryKind, "metric">,
  dimension: string | undefined,
): ModelEntry[] {
  const on = { object: object.id };
  const { properties = [], dimensions = [], concepts = [] } = object;
  switch (kind) {
    case "analyticObject":
      return [objectEntry(object)];
    case "property":
      return properties.map((property) => ({
        ...namedOf(property),
        ...on,
        ...(property.type !== undefined && { dataType: property.type }),
      }));
    case "dimension":
      return dimensions.map((one) => ({ ...namedOf(one), ...on, ...levelsOf(one), dimensionKind: one.kind }));
    case "concept":
      return concepts.map((concept) => ({ ...namedOf(concept), ...on }));
    case "member":
      return dimensions
        .filter(({ id }) => dimension === undefined || id === dimension)
        .flatMap(({ members = [] }) => members)
        .map(({ path, displayName = path.at(-1) ?? "" }) => {
          const dotted = path.join(".");
          return { id: dotted, displayName, ...on, path: dotted, names: path };
        });
  }
}

function objectEntry(object: ModelFileObject): ModelEntry {
  return {
    ...namedOf(object),
    ...rangeOf(object),
    objectKind: object.kind.toUpperCase(),
    references: (object.references ?? []).map((reference) => ({
      ...namedOf(reference),
      target: reference.target,
      isMultiValue: reference.isMultiValue ?? false,
    })),
    ...(object.unsupported && { unsupported: object.unsupported }),
  };
}

function metricEntry(metric: FileMetric): ModelEntry {
  const { object, formula, parameters } = metric;
  return {
    ...namedOf(metric),
    ...rangeOf(metric),
    object,
    ...(formula !== undefined && { formula }),
    ...(parameters && {
      parameters: parameters.map((parameter) => ({ ...parameter, displayName: parameter.displayName ?? parameter.id })),
    }),
  };
}

function levelsOf({ levels }: FileDimension) {
  return levels
    ? { levels: levels.map(({ id }) => id), levelNames: levels.map(({ id, displayName = id }) => displayName) }
    : {};
}

interface FileName {
  readonly id: string;
  readonly displayName?: string;
  readonly description?: string;
}

function namedOf({ id, displayName = id, description }: FileName) {
  return { id, displayName, ...(description !== undefined && { description }) };
}

function rangeOf({ dataStart, dataEnd }: FileRange) {
  return {
    ...(dataStart !== undefined && { dataStart: Date.parse(dataStart) }),
    ...(dataEnd !== undefined && { dataEnd: Date.parse(dataEnd) }),
  };
}
