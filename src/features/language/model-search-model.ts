import { isRecord } from "../../base/guards.ts";
import type { ObjectSearchRequest, ObjectSearchResponse } from "../../contract/search.ts";
import type {
  ModelEntry,
  ModelEntryKind,
  ModelReference,
  ModelSearch,
} from "../../languages/core/model/model-requests.ts";
import type { MetricParameter } from "../../languages/core/model/model-source.ts";

const objectTypes: Readonly<Record<ModelEntryKind, NonNullable<ObjectSearchRequest["objectType"]>>> = {
  metric: "METRIC",
  dimension: "DIMENSION",
  concept: "CONCEPT",
  analyticObject: "ANALYTIC_OBJECT",
  property: "PROPERTY",
  member: "DIMENSION_MEMBER",
};

/** Extra fields to request from object search, by kind of name (service-api, "Search", `mask`). */
const masks: Readonly<Record<ModelEntryKind, string>> = {
  metric: "Description,analyticObjectId,dataStartDate,dataEndDate",
  dimension: "Description",
  concept: "Description",
  analyticObject: "Description,objectReferences,analyticObjectType,dataStartDate,dataEndDate,propertyIds",
  property: "Description,dataType",
  member: "path,level,dimensionId",
};

type SearchHit = NonNullable<
  NonNullable<NonNullable<ObjectSearchResponse["results"]>[number]["resultsForQuery"]>[number]
>;

/** Maximum number of entries per object search request (service-api, "Limits"). */
export const searchPageSize = 100;

/**
 * Returns the request of a model search. Complete names are also searched among the ids, because display names are
 * arbitrary. The service needs at least two characters, so a shorter text is replaced by common letter pairs.
 */
export function createSearchRequest(search: ModelSearch): ObjectSearchRequest {
  const { kind, prefix, names, object, dimension } = search;
  return {
    query: names ? [...names] : prefix.length >= 2 ? [prefix] : broadQueries,
    ...(names && kind !== "member" && { includeDocumentIdSearch: true }),
    objectType: objectTypes[kind],
    limit: searchPageSize,
    mask: masks[kind],
    ...(object !== undefined && kind === "dimension" && { dimensionSearchContext: { analyticObjectId: object } }),
    ...(object !== undefined && kind === "concept" && { conceptSearchContext: { analyticObjectId: object } }),
    ...(object !== undefined && kind === "property" && { propertySearchContext: { analyticObjectId: object } }),
    ...(kind === "member" && {
      dimensionMemberSearchContext: {
        ...(object !== undefined && { analyticObjectId: object }),
        ...(dimension !== undefined && { dimensionId: [dimension] }),
      },
    }),
  };
}

/** Letter pairs that occur in most English names. Used as search texts if a service cannot list all names. */
const broadQueries = ["er", "in", "an", "on", "re", "te", "at", "en", "ti", "es", "le", "ar", "is", "co", "ee", "ou"];

/** Whether a search response contains all names that match the search. */
export function isCompleteAnswer({ prefix, names }: ModelSearch, { results = [] }: ObjectSearchResponse): boolean {
  const isNarrow = names !== undefined || prefix.length >= 2;
  return isNarrow && results.every(({ resultsForQuery = [] }) => resultsForQuery.length < searchPageSize);
}

export function entriesOf(search: ModelSearch, response: ObjectSearchResponse): ModelEntry[] {
  const entries = new Map<string, ModelEntry>();
  for (const hit of (response.results ?? []).flatMap(({ resultsForQuery = [] }) => resultsForQuery)) {
    const entry = entryOf(search, hit);
    entries.set(`${entry.object ?? ""} ${entry.path ?? entry.id}`, entry);
  }
  return [...entries.values()];
}

function entryOf(
  search: ModelSearch,
  { id = "", displayName = id, description, metadata, qualifyingPath }: SearchHit,
): ModelEntry {
  const fields = (metadata ?? {}) as Record<string, unknown>;
  const object = text(fields.analyticObjectId) ?? qualifyingPath ?? search.object;
  return {
    id,
    displayName,
    ...(description && { description }),
    ...(object && { object }),
    ...defined({
      objectKind: text(fields.analyticObjectType),
      dataType: text(fields.dataType),
      formula: text(fields.formula),
      dataStart: instant(fields.dataStartDate),
      dataEnd: instant(fields.dataEndDate),
    }),
    ...memberFields(fields.path),
    ...(search.kind === "member" && defined({ dimension: text(fields.dimensionId) })),
    ...referenceFields(fields.objectReferences),
    ...dimensionFields(fields),
    ...(search.kind === "analyticObject" && isTextRecord(fields.unsupported) && { unsupported: fields.unsupported }),
    ...(Array.isArray(fields.parameters) && { parameters: fields.parameters.flatMap(parameterOf) }),
  };
}

function memberFields(path: unknown): Pick<ModelEntry, "path" | "names"> {
  const names = Array.isArray(path) ? path.map(String) : text(path)?.split(".");
  return names ? { path: names.join("."), names } : {};
}

/**
 * Parses the references of an object. The specification does not define their format; an entry needs an id and the
 * referenced object.
 */
function referenceFields(value: unknown): Pick<ModelEntry, "references" | "hasUnknownReferences"> {
  if (!Array.isArray(value)) {
    return {};
  }
  const references = value.flatMap((reference: Record<string, unknown> | null): ModelReference[] => {
    const id = text(reference?.id);
    const target = text(reference?.analyticObjectId);
    if (id === undefined || target === undefined) {
      return [];
    }
    const isMultiValue = reference?.isMultiValue === true;
    return [
      { id, target, ...defined({ displayName: text(reference?.displayName) }), ...(isMultiValue && { isMultiValue }) },
    ];
  });
  return { references, ...(references.length < value.length && { hasUnknownReferences: true }) };
}

const dimensionKinds = ["leveled", "parentChild", "range", "custom"] as const;

/** Parses kind and levels of a dimension. Only some services report levels; otherwise the members name their level. */
function dimensionFields({ levels, dimensionType }: Record<string, unknown>) {
  const dimensionKind = dimensionKinds.find((kind) => kind === dimensionType);
  const known = Array.isArray(levels) ? levels.map(levelOf) : undefined;
  return {
    ...(dimensionKind && { dimensionKind }),
    ...(known && { levels: known.map(({ id }) => id), levelNames: known.map(({ displayName }) => displayName) }),
  };
}

function levelOf(level: unknown): { readonly id: string; readonly displayName: string } {
  const { id = level, displayName = id } = (isRecord(level) ? level : {}) as Record<string, unknown>;
  return { id: String(id), displayName: String(displayName) };
}

const parameterKinds = ["number", "member", "aggregationType"] as const;

function parameterOf(value: Record<string, unknown> | null): MetricParameter[] {
  const id = text(value?.id);
  const kind = parameterKinds.find((one) => one === value?.kind);
  const defaultValue = value?.default;
  const hasDefault = typeof defaultValue === "number" || typeof defaultValue === "string";
  return id === undefined || !kind
    ? []
    : [{ id, displayName: text(value?.displayName) ?? id, kind, ...(hasDefault && { default: defaultValue }) }];
}

function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

/** Parses a time to epoch milliseconds. Services write times as text or as a number. */
function instant(value: unknown): number | undefined {
  const read = typeof value === "string" && !/^\d+$/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN);
  return Number.isNaN(read) ? undefined : read;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns a copy of an object without the fields whose value is undefined. */
function defined<Fields extends Record<string, unknown>>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
