import { createModelSource } from "./create-model-source.ts";
import type { ModelEntry, ModelEntryKind } from "./model-requests.ts";
import type { AnalyticObject, Dimension, Metric, ModelSource, Property, SelectionConcept } from "./model-source.ts";
import { valueTypeOf } from "./value-type.ts";

interface GrowingObject {
  /**
   * Model entry of the analytic object itself. Undefined while only entries that belong to the object, such as its
   * properties, have been found.
   */
  metadata: ModelEntry | undefined;
  readonly properties: Map<string, Property>;
  readonly dimensions: Map<string, Dimension>;
  readonly concepts: Map<string, SelectionConcept>;
  built: AnalyticObject | undefined;
}

/**
 * Business model that is built incrementally from search results. `source` is a new object whenever names were added.
 */
export class GrowingModel {
  readonly #objects = new Map<string, GrowingObject>();
  readonly #metrics = new Map<string, Metric>();
  readonly #members = new Map<string, Map<string, readonly string[]>>();
  #source: ModelSource | undefined;

  get source(): ModelSource {
    this.#source ??= createModelSource([...this.#objects].map(build), [...this.#metrics.values()]);
    return this.#source;
  }

  /** Whether all references of an analytic object are known. */
  knowsReferences(object: string): boolean {
    const metadata = this.#objects.get(object)?.metadata;
    return metadata?.references !== undefined && !metadata.hasUnknownReferences;
  }

  /** Returns the known members of a dimension. Each member is an array of names, from the top level down. */
  members(object: string, dimension: string): readonly (readonly string[])[] {
    return [...(this.#members.get(memberKey(object, dimension))?.values() ?? [])];
  }

  /**
   * Adds model entries that a search returned. `dimension` names the dimension that members belong to. Entries that are
   * already known stay unchanged.
   */
  add(kind: ModelEntryKind, entries: readonly ModelEntry[], dimension = ""): void {
    for (const entry of entries) {
      if (kind === "member") {
        this.#addMember(entry, dimension);
      } else if (this.#addName(kind, entry)) {
        this.#source = undefined;
      }
    }
  }

  #addMember({ id, object = "", path = id, names }: ModelEntry, dimension: string): void {
    const key = memberKey(object, dimension);
    const members = this.#members.get(key) ?? new Map<string, readonly string[]>();
    this.#members.set(key, members.set(path, names ?? path.split(".")));
  }

  #addName(kind: Exclude<ModelEntryKind, "member">, entry: ModelEntry): boolean {
    if (kind === "metric") {
      return entry.object !== undefined && addNew(this.#metrics, entry.id, () => metricOf(entry, entry.object ?? ""));
    }
    if (kind === "analyticObject") {
      const known = this.#object(entry.id);
      const isNew = known.metadata === undefined;
      known.metadata ??= entry;
      known.built = isNew ? undefined : known.built;
      return isNew;
    }
    if (entry.object === undefined) {
      return false;
    }
    const object = this.#object(entry.object);
    const isNew = this.#addAttribute(object, kind, entry);
    object.built = isNew ? undefined : object.built;
    return isNew;
  }

  #addAttribute(object: GrowingObject, kind: "property" | "dimension" | "concept", entry: ModelEntry): boolean {
    const { id } = entry;
    switch (kind) {
      case "property": {
        const type = entry.dataType === undefined ? undefined : valueTypeOf(entry.dataType);
        const read = type === undefined ? { type: "text" as const, hasUnknownType: true } : { type };
        return addNew(object.properties, id, () => ({ ...namedOf(entry), ...read }));
      }
      case "dimension":
        return addNew(object.dimensions, id, () => dimensionOf(entry));
      case "concept":
        return addNew(object.concepts, id, () => namedOf(entry));
    }
  }

  #object(id: string): GrowingObject {
    const known = this.#objects.get(id);
    if (known) {
      return known;
    }
    const empty = () => new Map<string, never>();
    const object = {
      metadata: undefined,
      properties: empty(),
      dimensions: empty(),
      concepts: empty(),
      built: undefined,
    };
    this.#objects.set(id, object);
    return object;
  }
}

function addNew<Item>(items: Map<string, Item>, id: string, create: () => Item): boolean {
  if (items.has(id)) {
    return false;
  }
  items.set(id, create());
  return true;
}

function memberKey(object: string, dimension: string): string {
  return `${object} ${dimension}`;
}

function build([id, object]: readonly [string, GrowingObject]): AnalyticObject {
  const { metadata } = object;
  object.built ??= {
    ...(metadata ? { ...namedOf(metadata), ...rangeOf(metadata) } : { id, displayName: id }),
    kind: kindOf(metadata?.objectKind),
    properties: [...object.properties.values()],
    dimensions: [...object.dimensions.values()],
    concepts: [...object.concepts.values()],
    references: (metadata?.references ?? []).map((reference) => ({
      id: reference.id,
      displayName: reference.displayName ?? reference.id,
      target: reference.target,
      isMultiValue: reference.isMultiValue ?? false,
    })),
    unsupported: metadata?.unsupported ?? {},
  };
  return object.built;
}

function kindOf(objectKind = ""): AnalyticObject["kind"] {
  const kinds: Readonly<Record<string, AnalyticObject["kind"]>> = { EVENT: "event", OVERLAY: "overlay" };
  return kinds[objectKind.toUpperCase()] ?? "subject";
}

function dimensionOf(entry: ModelEntry): Dimension {
  const { levels, levelNames, dimensionKind = "custom" } = entry;
  const top = dimensionKind === "parentChild" ? 1 : 0;
  return {
    ...namedOf(entry),
    kind: dimensionKind,
    levels: levels?.map((id, index) => ({ id, displayName: levelNames?.[index] ?? id, depth: index + top })),
  };
}

function metricOf(entry: ModelEntry, object: string): Metric {
  const { formula, parameters } = entry;
  return {
    ...namedOf(entry),
    ...rangeOf(entry),
    object,
    ...(formula !== undefined && { formula }),
    parameters: parameters ?? [],
    ...(parameters === undefined && { hasUnknownParameters: true }),
  };
}

function namedOf({ id, displayName, description }: ModelEntry) {
  return { id, displayName, ...(description !== undefined && { description }) };
}

function rangeOf({ dataStart, dataEnd }: ModelEntry) {
  return { ...(dataStart !== undefined && { dataStart }), ...(dataEnd !== undefined && { dataEnd }) };
}
