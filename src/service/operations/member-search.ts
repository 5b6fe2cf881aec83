import type { ObjectSearchRequest } from "../../contract/search.ts";
import { createLooseScorer } from "../../languages/core/text/match-score.ts";
import type { CallTenant } from "../call/call.ts";
import type { StoredDimension } from "../model/tenant-model.ts";
import { type FoundMember, searchMembers } from "../store/search-members.ts";
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
    scored.set(
      membersOf,
      found.map((members, index) => members.map((member) => ({ member, score: scorers[index]?.(member) ?? unscored }))),
    );
  }
  return texts.map((_text, index) => {
    const entries: ScoredEntry[] = [];
    for (const { object, dimension } of wanted) {
      for (const { member, score } of scored.get(dimension.membersOf)?.[index] ?? []) {
        // After all of the model's own names, in the order in which they were found.
        const ordinal = 1e6 + entries.length;
        entries.push({ entry: toEntry(member, dimension, object, ordinal), ...score });
      }
    }
    return entries;
  });
}

type Score = Omit<ScoredEntry, "entry">;

interface ScoredMember {
  readonly member: FoundMember;
  readonly score: Score;
}

function toEntry(member: FoundMember, dimension: StoredDimension, object: string, ordinal: number): SearchEntry {
  return {
    type: "DIMENSION_MEMBER",
    id: member.path,
    displayName: member.displayName,
    description: `${member.displayName}, a member of ${dimension.displayName}`,
    qualifyingPath: object,
    ordinal,
    masked: {
      dimensionId: dimension.id,
      path: member.path.split("."),
      level: dimension.levels?.find(({ depth }) => depth === member.depth)?.id ?? "",
      matchedSynonyms: [],
    },
    open: {
      analyticObjectId: object,
      isLeaf: member.isLeaf,
    },
  };
}

const unscored: Score = { matchedField: "", matchScore: 1 };

function memberScorer(text: string | undefined): (member: FoundMember) => Score {
  if (text === undefined) {
    return () => unscored;
  }
  const scoreOf = createLooseScorer(text);
  return ({ name, displayName, path }) => {
    const byDisplayName = scoreOf(displayName);
    const byName = scoreOf(name);
    if (Math.max(byDisplayName, byName) === 0) {
      return { matchedField: "path", matchScore: scoreOf(path) * 0.2 };
    }
    return byDisplayName >= byName
      ? { matchedField: "displayName", matchScore: byDisplayName }
      : { matchedField: "name", matchScore: byName };
  };
}
