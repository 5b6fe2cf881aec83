import type { ObjectSearchRequest, ObjectSearchResponse } from "../../contract/search-schemas.ts";
import type { ModelEntry, ModelEntryKind, ModelReference, ModelSearch } from "../../languages/core/model-requests.ts";

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

export type SearchHit = NonNullable<
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
  const objectKind = text(facts.analyticObjectType);
  const dataType = text(facts.dataType);
  const path = Array.isArray(facts.path) ? facts.path.join(".") : text(facts.path);
  const references = referencesOf(facts.objectReferences);
  const levels = Array.isArray(facts.levels) ? facts.levels.map(levelId) : undefined;
  return {
    id,
    displayName,
    ...(description && { description }),
    ...(object && { object }),
    ...(objectKind && { objectKind }),
    ...(references.length > 0 && { references }),
    ...(dataType && { dataType }),
    ...(path && { path }),
    ...(levels && { levels }),
  };
}

/** The specification names the field and not its form: what has an id and leads to an object counts. */
function referencesOf(value: unknown): ModelReference[] {
  return (Array.isArray(value) ? value : []).flatMap((reference: Record<string, unknown> | null) => {
    const id = text(reference?.id);
    const target = text(reference?.analyticObjectId);
    return id !== undefined && target !== undefined ? [{ id, target }] : [];
  });
}

function levelId(level: unknown): string {
  return typeof level === "object" && level !== null && "id" in level ? String(level.id) : String(level);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
