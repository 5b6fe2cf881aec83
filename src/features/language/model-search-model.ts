import { isRecord } from "../../base/guards.ts";
import type { ObjectSearchRequest, ObjectSearchResponse } from "../../contract/search-schemas.ts";
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

/** Extra fields asked for by kind (service-api, "Search", `mask`). */
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

/** Entries that one search call gives at most (service-api, "Limits"). */
export const searchPageSize = 100;

/**
 * The call for a search. A display name may be anything, so whole names are looked for among the ids too. Text below two
 * characters cannot be searched for; the vowels find nearly every name.
 */
export function searchRequest(search: ModelSearch): ObjectSearchRequest {
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

/** Pairs of letters that stand in most English names; the search has no way to list everything. */
const broadQueries = ["er", "in", "an", "on", "re", "te", "at", "en", "ti", "es", "le", "ar", "is", "co", "ee", "ou"];

/** Whether an answer holds everything that was looked for. */
export function isWholeAnswer({ prefix, names }: ModelSearch, { results = [] }: ObjectSearchResponse): boolean {
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
  const facts = (metadata ?? {}) as Record<string, unknown>;
  const object = text(facts.analyticObjectId) ?? qualifyingPath ?? search.object;
  return {
    id,
    displayName,
    ...(description && { description }),
    ...(object && { object }),
    ...defined({
      objectKind: text(facts.analyticObjectType),
      dataType: text(facts.dataType),
      formula: text(facts.formula),
      dataStart: instant(facts.dataStartDate),
      dataEnd: instant(facts.dataEndDate),
    }),
    ...memberFacts(facts.path),
    ...referenceFacts(facts.objectReferences),
    ...dimensionFacts(facts),
    ...(search.kind === "analyticObject" && isTexts(facts.unsupported) && { unsupported: facts.unsupported }),
    ...(Array.isArray(facts.parameters) && { parameters: facts.parameters.flatMap(parameterOf) }),
  };
}

function memberFacts(path: unknown): Pick<ModelEntry, "path" | "names"> {
  const names = Array.isArray(path) ? path.map(String) : text(path)?.split(".");
  return names ? { path: names.join("."), names } : {};
}

/** The specification names the field and not its form: what has an id and leads to an object counts. */
function referenceFacts(value: unknown): Pick<ModelEntry, "references" | "hasUnknownReferences"> {
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

/** Only some services tell the levels of a dimension; its members name theirs. */
function dimensionFacts({ levels, dimensionType }: Record<string, unknown>) {
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
  const standard = value?.default;
  const hasDefault = typeof standard === "number" || typeof standard === "string";
  return id === undefined || !kind
    ? []
    : [{ id, displayName: text(value?.displayName) ?? id, kind, ...(hasDefault && { default: standard }) }];
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

/** Epoch milliseconds; services write an instant as text or as a number. */
function instant(value: unknown): number | undefined {
  const read = typeof value === "string" && !/^\d+$/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN);
  return Number.isNaN(read) ? undefined : read;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value. */
function defined<Fields extends Record<string, unknown>>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
