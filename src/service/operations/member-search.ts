import type { ObjectSearchRequest } from "../../contract/search.ts";
import { createLooseScorer, matchScoreOf } from "../../languages/core/text/match-score.ts";
import type { CallTenant } from "../call/call.ts";
import type { StoredDimension } from "../model/tenant-model.ts";
import { type FoundMember, pathWeight, readMembersAt, searchMembers } from "../store/search-members.ts";
import type { ScoredEntry, SearchEntry } from "./search-entries.ts";

type MemberContext = NonNullable<ObjectSearchRequest["dimensionMemberSearchContext"]>;

/**
 * Finds the members that match each of `texts` in the dimensions of the context, at most `limit` per dimension. An
 * undefined text matches all members. Dimensions with the same member list are searched once.
 */
export async function searchDimensionMembers(
  { model, database }: CallTenant,
  context: MemberContext,
  texts: readonly (string | undefined)[],
  limit: number,
  signal: AbortSignal,
): Promise<ScoredEntry[][]> {
  const wanted = model.objects.flatMap((object) =>
    object.dimensions
      .filter(
        ({ id }) =>
          (context.analyticObjectId === undefined || context.analyticObjectId === object.id) &&
          (context.dimensionId === undefined || context.dimensionId.length === 0 || context.dimensionId.includes(id)),
      )
      .map((dimension) => ({ object: object.id, dimension })),
  );
  const search = { texts: texts.map((text = "") => text), leavesOnly: context.leafMembersOnly ?? false, limit };
  const scorers = texts.map(memberScorer);
  const scored = new Map<string, readonly ScoredMember[][]>();
  for (const membersOf of new Set(wanted.map(({ dimension }) => dimension.membersOf))) {
    const found = await searchMembers(database, membersOf, search, signal);
    const synonyms = new Map(Object.entries(model.memberSynonyms?.[membersOf] ?? {}));
    const bySynonym = texts.map((text) => matchSynonyms(synonyms, text));
    const paths = [...new Set(bySynonym.flatMap((matches) => [...matches.keys()]))];
    const named =
      paths.length > 0
        ? await readMembersAt(database, membersOf, { paths, leavesOnly: search.leavesOnly }, signal)
        : [];
    scored.set(
      membersOf,
      found.map((members, index) => {
        const matches = bySynonym[index] ?? new Map<string, SynonymMatch>();
        const others = named.filter(({ path }) => matches.has(path) && !members.some((member) => member.path === path));
        return [...members, ...others].map((member) =>
          scoreMember(member, scorers[index]?.(member) ?? unscored, matches.get(member.path)),
        );
      }),
    );
  }
  return texts.map((_text, index) => {
    const entries: ScoredEntry[] = [];
    for (const { object, dimension } of wanted) {
      for (const { member, score, synonyms } of scored.get(dimension.membersOf)?.[index] ?? []) {
        // After all of the model's own names, in the order in which they were found.
        const ordinal = 1e6 + entries.length;
        entries.push({ entry: toEntry(member, synonyms, dimension, object, ordinal), ...score });
      }
    }
    return entries;
  });
}

type Score = Omit<ScoredEntry, "entry">;

interface ScoredMember {
  readonly member: FoundMember;
  readonly score: Score;
  /** Synonyms that match the text. */
  readonly synonyms: readonly string[];
}

/** Synonyms of a member that match a text, with the best score. */
interface SynonymMatch {
  readonly synonyms: readonly string[];
  readonly score: number;
}

/** A synonym scores lower than a name that matches equally well. */
export const synonymWeight = 0.9;

function matchSynonyms(
  synonymsByPath: ReadonlyMap<string, readonly string[]>,
  text: string | undefined,
): ReadonlyMap<string, SynonymMatch> {
  const matches = new Map<string, SynonymMatch>();
  if (text === undefined) {
    return matches;
  }
  const scoreOf = createLooseScorer(text);
  for (const [path, all] of synonymsByPath) {
    const synonyms = all.filter((synonym) => scoreOf(synonym) > 0);
    if (synonyms.length > 0) {
      matches.set(path, { synonyms, score: synonymWeight * Math.max(...synonyms.map(scoreOf)) });
    }
  }
  return matches;
}

function scoreMember(member: FoundMember, byName: Score, match: SynonymMatch | undefined): ScoredMember {
  const { synonyms = [], score = 0 } = match ?? {};
  const isBetter = score > byName.matchScore;
  return { member, score: isBetter ? { matchedField: "synonym", matchScore: score } : byName, synonyms };
}

function toEntry(
  member: FoundMember,
  matchedSynonyms: readonly string[],
  dimension: StoredDimension,
  object: string,
  ordinal: number,
): SearchEntry {
  return {
    type: "DIMENSION_MEMBER",
    id: member.path,
    displayName: member.displayName,
    description: `${member.displayName}, a member of ${dimension.displayName}`,
    explanation: "",
    tags: [],
    synonyms: [],
    qualifyingPath: object,
    ordinal,
    masked: {
      dimensionId: dimension.id,
      path: member.path.split("."),
      level: dimension.levels?.find(({ depth }) => depth === member.depth)?.id ?? "",
      matchedSynonyms,
    },
    open: {
      analyticObjectId: object,
      isLeaf: member.isLeaf,
    },
  };
}

const unscored: Score = { matchedField: "", matchScore: 1 };

/** Returns a function that scores members for one search text. `searchMembers` orders them in the same way. */
export function memberScorer(text: string | undefined): (member: FoundMember) => Score {
  if (text === undefined) {
    return () => unscored;
  }
  const wanted = text.toLowerCase();
  const scoreOf = (value: string) => matchScoreOf(value.toLowerCase(), wanted);
  return ({ name, displayName, path }) => {
    const byDisplayName = scoreOf(displayName);
    const byName = scoreOf(name);
    if (Math.max(byDisplayName, byName) === 0) {
      return { matchedField: "path", matchScore: pathWeight * scoreOf(path) };
    }
    return byDisplayName >= byName
      ? { matchedField: "displayName", matchScore: byDisplayName }
      : { matchedField: "name", matchScore: byName };
  };
}
