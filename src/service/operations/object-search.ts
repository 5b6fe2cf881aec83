import { setImmediate } from "node:timers/promises";
import type { ObjectSearchRequest } from "../../contract/search.ts";
import { createLooseScorer, matchScoreOf } from "../../languages/core/text/match-score.ts";
import { type CallTenant, HttpError } from "../call/call.ts";
import { searchDimensionMembers, synonymWeight } from "./member-search.ts";
import {
  listModelEntries,
  type ObjectType,
  type ScoredEntry,
  type SearchEntry,
  searchableObjectTypes,
  searchMaskNames,
} from "./search-entries.ts";

/** One search hit as answered (service-api, "ObjectSearchRequest"). */
interface SearchHit {
  readonly id: string;
  readonly displayName: string;
  readonly matchedField: string;
  readonly matchScore: number;
  readonly description?: string;
  readonly explanation?: string;
  readonly tags?: readonly string[];
  readonly qualifyingPath?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A validated search request. */
interface ObjectSearch {
  /** Search strings; `undefined` matches everything. */
  readonly texts: readonly (string | undefined)[];
  readonly types: ReadonlySet<ObjectType>;
  readonly limit: number;
  readonly offset: number;
  /** Names of requested extra fields, in lower case. */
  readonly mask: ReadonlySet<string>;
  readonly includesIds: boolean;
  readonly contexts: Pick<
    ObjectSearchRequest,
    "dimensionSearchContext" | "conceptSearchContext" | "dimensionMemberSearchContext" | "propertySearchContext"
  >;
}

/** Maximum number of search strings; our choice, since all hits form one answer in memory. */
const maxTexts = 1000;
const textsPerBatch = 50;

/** Checks what the schema of a search request cannot express. Throws a 400. */
export function readObjectSearch(body: ObjectSearchRequest): ObjectSearch {
  const { objectType = "UNKNOWN", limit = 100, offset = 0, includeDocumentIdSearch = false } = body;
  if (limit < 1 || offset < 0) {
    throw new HttpError(400, "PAGE_INVALID", "limit must be at least 1 and offset at least 0.");
  }
  if ((body.query?.length ?? 0) > maxTexts) {
    throw new HttpError(400, "SEARCH_INVALID", `query has more than ${maxTexts} search strings; search in parts.`);
  }
  if (includeDocumentIdSearch && objectType === "DIMENSION_MEMBER") {
    throw new HttpError(400, "SEARCH_INVALID", "includeDocumentIdSearch cannot be combined with DIMENSION_MEMBER.");
  }
  return {
    // The specification does not define an empty query; here it returns the whole model, which editors read.
    texts: body.query === undefined || body.query.length === 0 ? [undefined] : body.query,
    types: new Set(objectType === "UNKNOWN" ? searchableObjectTypes : [objectType]),
    limit,
    offset,
    mask: readMask(body.mask),
    includesIds: includeDocumentIdSearch,
    contexts: body,
  };
}

/**
 * Yields the hits of each search string in turn, best first. Processes a few strings at a time, which limits both
 * memory and the number of reads.
 */
export async function* searchObjects(
  tenant: CallTenant,
  search: ObjectSearch,
  signal: AbortSignal,
): AsyncGenerator<SearchHit[], void, undefined> {
  const entries = [...listModelEntries(tenant.model)].filter(
    (entry) => search.types.has(entry.type) && matchesContext(entry, search, tenant),
  );
  for (let start = 0; start < search.texts.length; start += textsPerBatch) {
    const texts = search.texts.slice(start, start + textsPerBatch);
    const members = await searchMembers(tenant, search, texts, signal);
    for (const [index, text] of texts.entries()) {
      yield toPage([...scoreEntries(entries, text, search.includesIds), ...(members[index] ?? [])], search);
      // Lets other calls proceed in between.
      await setImmediate(undefined, { signal });
    }
  }
}

async function searchMembers(
  tenant: CallTenant,
  { types, contexts, offset, limit }: ObjectSearch,
  texts: readonly (string | undefined)[],
  signal: AbortSignal,
): Promise<readonly ScoredEntry[][]> {
  return types.has("DIMENSION_MEMBER")
    ? await searchDimensionMembers(tenant, contexts.dimensionMemberSearchContext ?? {}, texts, offset + limit, signal)
    : [];
}

function toPage(scored: readonly ScoredEntry[], { offset, limit, mask }: ObjectSearch): SearchHit[] {
  return scored
    .filter(({ matchScore: value }) => value > 0)
    .sort(byScore)
    .slice(offset, offset + limit)
    .map(({ entry, matchedField, matchScore: value }) => ({
      id: entry.id,
      displayName: entry.displayName,
      matchedField,
      matchScore: value,
      ...(mask.has("description") && { description: entry.description }),
      ...(mask.has("explanation") && { explanation: entry.explanation }),
      ...(mask.has("tags") && { tags: entry.tags }),
      ...(entry.qualifyingPath !== undefined && { qualifyingPath: entry.qualifyingPath }),
      metadata: {
        ...entry.open,
        ...Object.fromEntries(Object.entries(entry.masked).filter(([name]) => mask.has(name.toLowerCase()))),
      },
    }));
}

/** Scores names regardless of letter case, and ids exactly (service-api, "ObjectSearchRequest"). */
function scoreEntries(
  entries: readonly SearchEntry[],
  text: string | undefined,
  includesIds: boolean,
): readonly ScoredEntry[] {
  if (text === undefined) {
    return entries.map((entry) => ({ entry, matchedField: "", matchScore: 1 }));
  }
  const scoreOf = createLooseScorer(text);
  return entries.map((entry) => {
    const byName = scoreOf(entry.displayName);
    const byId = includesIds ? matchScoreOf(entry.id, text) : 0;
    const bySynonym = synonymWeight * Math.max(0, ...entry.synonyms.map(scoreOf));
    const matchScore = Math.max(byName, byId, bySynonym);
    const matchedField = matchScore === byName ? "displayName" : matchScore === byId ? "id" : "synonym";
    return { entry, matchedField, matchScore };
  });
}

function byScore(one: ScoredEntry, other: ScoredEntry): number {
  return other.matchScore - one.matchScore || one.entry.ordinal - other.entry.ordinal;
}

/** Whether an entry is within the request's context for entries of its type. */
function matchesContext(entry: SearchEntry, { contexts }: ObjectSearch, tenant: CallTenant): boolean {
  switch (entry.type) {
    case "DIMENSION":
      return matchesObject(entry, contexts.dimensionSearchContext, tenant);
    case "CONCEPT":
      return matchesObject(entry, contexts.conceptSearchContext, tenant);
    case "PROPERTY":
      return matchesObject(entry, contexts.propertySearchContext, tenant);
    default:
      return true;
  }
}

function matchesObject(
  entry: SearchEntry,
  context: { readonly analyticObjectId?: string; readonly metricId?: string } | undefined,
  { model }: CallTenant,
): boolean {
  const { analyticObjectId, metricId } = context ?? {};
  const metricObject = metricId === undefined ? undefined : model.metrics.find(({ id }) => id === metricId)?.object;
  return (
    (analyticObjectId === undefined || entry.qualifyingPath === analyticObjectId) &&
    (metricId === undefined || entry.qualifyingPath === metricObject)
  );
}

function readMask(mask: string | undefined): Set<string> {
  const names = (mask ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  for (const name of names) {
    if (!searchMaskNames.some((known) => known.toLowerCase() === name.toLowerCase())) {
      throw new HttpError(
        400,
        "MASK_UNKNOWN",
        `mask has an unknown name "${name}"; the known names are ${searchMaskNames.join(", ")}.`,
      );
    }
  }
  return new Set(names.map((name) => name.toLowerCase()));
}
