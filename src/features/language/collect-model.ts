import type {
  FileDimension,
  FileMember,
  FileMetric,
  FileObject,
  FileProperty,
  ModelFile,
} from "../../languages/core/model/model-file.ts";
import type { ModelEntry, ModelEntryKind, ModelSearch } from "../../languages/core/model/model-requests.ts";
import { valueTypeOf } from "../../languages/core/model/value-type.ts";
import type { NameAsker } from "./name-asker-model.ts";

interface CollectOptions {
  readonly asker: Pick<NameAsker, "all">;
  readonly hasMembers: boolean;
  readonly signal: AbortSignal;
  /** Called with what has been read by now. */
  readonly report: (read: { readonly kind: ModelEntryKind; readonly count: number }) => void;
  readonly exported: NonNullable<ModelFile["exported"]>;
}

/** Pages of one list, or of one dimension's members: 50,000 names. */
const mostPages = 500;
const textsPerCall = 169;

/**
 * Every two letters: what a service that lists nothing is asked for. A name without two Latin letters in a row is then not
 * found.
 */
const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** Reads a whole model through object search. Throws what a call throws, and when `signal` stops it. */
export async function collectModel(options: CollectOptions): Promise<ModelFile> {
  const objects = await collect(options, { kind: "analyticObject", prefix: "" });
  const properties = byObject(await collect(options, { kind: "property", prefix: "" }));
  const dimensions = byObject(await collect(options, { kind: "dimension", prefix: "" }));
  const concepts = byObject(await collect(options, { kind: "concept", prefix: "" }));
  const metrics = await collect(options, { kind: "metric", prefix: "" });
  const files: FileObject[] = [];
  for (const object of objects) {
    const withMembers: FileDimension[] = [];
    for (const dimension of dimensions.get(object.id) ?? []) {
      const members = options.hasMembers ? await membersOf(options, object.id, dimension.id) : [];
      withMembers.push({ ...dimensionOf(dimension), ...(members.length > 0 && { members }) });
    }
    files.push({
      ...namedOf(object),
      kind: objectKindOf(object),
      ...rangeOf(object),
      properties: (properties.get(object.id) ?? []).map(propertyOf),
      dimensions: withMembers,
      concepts: (concepts.get(object.id) ?? []).map(namedOf),
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

async function collect({ asker, signal, report }: CollectOptions, search: ModelSearch): Promise<ModelEntry[]> {
  const found = new Map<string, ModelEntry>();
  for (let first = 0; first < pairs.length; first += textsPerCall) {
    const texts = pairs.slice(first, first + textsPerCall);
    let isListed = false;
    for await (const { entries, isWhole } of asker.all(search, texts, mostPages)) {
      signal.throwIfAborted();
      isListed = isWhole;
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

function namedOf({ id, displayName, description }: ModelEntry) {
  return { id, ...(displayName !== id && { displayName }), ...(description !== undefined && { description }) };
}

function rangeOf({ dataStart, dataEnd }: ModelEntry) {
  return {
    ...(dataStart !== undefined && { dataStart: new Date(dataStart).toISOString() }),
    ...(dataEnd !== undefined && { dataEnd: new Date(dataEnd).toISOString() }),
  };
}

function objectKindOf({ objectKind = "" }: ModelEntry): FileObject["kind"] {
  const kind = objectKind.toLowerCase();
  return kind === "event" || kind === "overlay" ? kind : "subject";
}

function propertyOf(entry: ModelEntry): FileProperty {
  const type = entry.dataType === undefined ? undefined : valueTypeOf(entry.dataType);
  return { ...namedOf(entry), ...(type && { type }) };
}

function dimensionOf(entry: ModelEntry): FileDimension {
  const { levels, levelNames = [], dimensionKind: kind = "custom" } = entry;
  const named = levels?.map((id, index) => ({ id, displayName: levelNames[index] ?? id }));
  return { ...namedOf(entry), kind, ...(named && { levels: named }) };
}

/** A metric of no object cannot be called. */
function metricOf(entry: ModelEntry): FileMetric[] {
  const { object, formula, parameters } = entry;
  return object === undefined
    ? []
    : [
        {
          ...namedOf(entry),
          object,
          ...(formula !== undefined && { formula }),
          ...(parameters && { parameters }),
          ...rangeOf(entry),
        },
      ];
}
