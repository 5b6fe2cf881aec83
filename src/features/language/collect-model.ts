import type {
  FileDimension,
  FileMember,
  FileMetric,
  FileProperty,
  ModelFile,
  ModelFileObject,
} from "../../languages/core/model/model-file.ts";
import type { ModelEntry, ModelEntryKind, ModelSearch } from "../../languages/core/model/model-requests.ts";
import { valueTypeOf } from "../../languages/core/model/value-type.ts";
import type { NameSearcher } from "./name-search-model.ts";

interface CollectOptions {
  readonly nameSearcher: Pick<NameSearcher, "all">;
  readonly hasMembers: boolean;
  readonly signal: AbortSignal;
  /** Callback during reading. Receives the number of names of one kind that have been read so far. */
  readonly report: (read: { readonly kind: ModelEntryKind; readonly count: number }) => void;
  readonly exported: NonNullable<ModelFile["exported"]>;
}

/** Maximum number of pages to read of one list of names: 50,000 names. */
const maxPages = 500;
const searchTextsPerCall = 169;

/**
 * All pairs of letters, used as search texts if a service cannot list all names. Names without two adjacent Latin
 * letters are missed.
 */
const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** Reads the complete analytics model through object search. Rejects if a request fails or `signal` is aborted. */
export async function collectModel(options: CollectOptions): Promise<ModelFile> {
  const objects = await collect(options, { kind: "analyticObject", prefix: "" });
  const properties = byObject(await collect(options, { kind: "property", prefix: "" }));
  const dimensions = byObject(await collect(options, { kind: "dimension", prefix: "" }));
  const concepts = byObject(await collect(options, { kind: "concept", prefix: "" }));
  const metrics = await collect(options, { kind: "metric", prefix: "" });
  const files: ModelFileObject[] = [];
  for (const object of objects) {
    const withMembers: FileDimension[] = [];
    for (const dimension of dimensions.get(object.id) ?? []) {
      const members = options.hasMembers ? await membersOf(options, object.id, dimension.id) : [];
      withMembers.push({ ...dimensionOf(dimension), ...(members.length > 0 && { members }) });
    }
    files.push({
      ...nameFieldsOf(object),
      kind: objectKindOf(object),
      ...dataRangeOf(object),
      properties: (properties.get(object.id) ?? []).map(propertyOf),
      dimensions: withMembers,
      concepts: (concepts.get(object.id) ?? []).map(nameFieldsOf),
      references: (object.references ?? []).map(({ id, displayName, target, isMultiValue }) => ({
        id,
        ...(displayName !== undefined && displayName !== id && { displayName }),
        target,
        ...(isMultiValue && { isMultiValue }),
      })),
      ...(object.unsupported && Object.keys(object.unsupported).length > 0 && { unsupported: object.unsupported }),
    });
  }
  return {
    workforceModel: 1,
    exported: options.exported,
    objects: files,
    metrics: metrics.flatMap((metric) => metricOf(metric)),
  };
}

async function collect({ nameSearcher, signal, report }: CollectOptions, search: ModelSearch): Promise<ModelEntry[]> {
  const found = new Map<string, ModelEntry>();
  for (let first = 0; first < pairs.length; first += searchTextsPerCall) {
    const texts = pairs.slice(first, first + searchTextsPerCall);
    let isListed = false;
    for await (const { entries, isFullList } of nameSearcher.all(search, texts, maxPages)) {
      signal.throwIfAborted();
      isListed = isFullList;
      for (const entry of entries) {
        found.set(JSON.stringify([entry.object, entry.path ?? entry.id]), entry);
      }
      report({ kind: search.kind, count: found.size });
    }
    if (isListed) {
      break;
    }
  }
  return [...found.values()];
}

async function membersOf(options: CollectOptions, object: string, dimension: string): Promise<FileMember[]> {
  const members = await collect(options, { kind: "member", prefix: "", object, dimension });
  return members.map(({ id, displayName, names = [id] }) => ({
    path: names,
    ...(displayName !== names.at(-1) && { displayName }),
  }));
}

function byObject(entries: readonly ModelEntry[]): ReadonlyMap<string, readonly ModelEntry[]> {
  const groups = new Map<string, ModelEntry[]>();
  for (const entry of entries) {
    const { object = "" } = entry;
    const group = groups.get(object) ?? [];
    group.push(entry);
    groups.set(object, group);
  }
  return groups;
}

function nameFieldsOf({ id, displayName, description }: ModelEntry) {
  return { id, ...(displayName !== id && { displayName }), ...(description !== undefined && { description }) };
}

function dataRangeOf({ dataStart, dataEnd }: ModelEntry) {
  return {
    ...(dataStart !== undefined && { dataStart: new Date(dataStart).toISOString() }),
    ...(dataEnd !== undefined && { dataEnd: new Date(dataEnd).toISOString() }),
  };
}

function objectKindOf({ objectKind = "" }: ModelEntry): ModelFileObject["kind"] {
  const kind = objectKind.toLowerCase();
  return kind === "event" || kind === "overlay" ? kind : "subject";
}

function propertyOf(entry: ModelEntry): FileProperty {
  const type = entry.dataType === undefined ? undefined : valueTypeOf(entry.dataType);
  return { ...nameFieldsOf(entry), ...(type && { type }) };
}

function dimensionOf(entry: ModelEntry): FileDimension {
  const { levels, levelNames = [], dimensionKind: kind = "custom" } = entry;
  const named = levels?.map((id, index) => ({ id, displayName: levelNames[index] ?? id }));
  return { ...nameFieldsOf(entry), kind, ...(named && { levels: named }) };
}

/**
 * Converts a metric for the model file. Returns an empty array for a metric without an object, which cannot be queried.
 */
function metricOf(entry: ModelEntry): FileMetric[] {
  const { object, formula, parameters } = entry;
  return object === undefined
    ? []
    : [
        {
          ...nameFieldsOf(entry),
          object,
          ...(formula !== undefined && { formula }),
          ...(parameters && { parameters }),
          ...dataRangeOf(entry),
        },
      ];
}
