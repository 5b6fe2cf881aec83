import type { ObjectSearchRequest } from "../../contract/search-schemas.ts";
import { looseScore } from "../../languages/core/match-score.ts";
import type { Tenant } from "../call.ts";
import type { StoredDimension } from "../model/tenant-model.ts";
import { type FoundMember, searchMembers } from "../store/member-store.ts";
import type { ScoredEntry, SearchEntry } from "./search-entries.ts";

type MemberContext = NonNullable<ObjectSearchRequest["dimensionMemberSearchContext"]>;

/** Members of the dimensions that the context lets through, at most `limit` of each dimension. */
export async function searchDimensionMembers(
  { model, database }: Tenant,
  context: MemberContext,
  text: string | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<ScoredEntry[]> {
  const wanted = model.objects.flatMap((object) =>
    object.dimensions
      .filter(
        ({ id }) =>
          (context.analyticObjectId === undefined || context.analyticObjectId === object.id) &&
          (context.dimensionId === undefined || context.dimensionId.length === 0 || context.dimensionId.includes(id)),
      )
      .map((dimension) => ({ object: object.id, dimension })),
  );
  const found: ScoredEntry[] = [];
  for (const { object, dimension } of wanted) {
    const search = { text: text ?? "", leavesOnly: context.leafMembersOnly ?? false, limit };
    for (const member of await searchMembers(database, dimension.membersOf, search, signal)) {
      // Members stand after all of the model's own names, in the order they were found.
      const ordinal = 1e6 + found.length;
      found.push({ entry: toEntry(member, dimension, object, ordinal), ...score(member, text) });
    }
  }
  return found;
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

function score(member: FoundMember, text: string | undefined): Omit<ScoredEntry, "entry"> {
  if (text === undefined) {
    return { matchedField: "", matchScore: 1 };
  }
  const byDisplayName = looseScore(member.displayName, text);
  const byName = looseScore(member.name, text);
  if (Math.max(byDisplayName, byName) === 0) {
    return { matchedField: "path", matchScore: looseScore(member.path, text) * 0.2 };
  }
  return byDisplayName >= byName
    ? { matchedField: "displayName", matchScore: byDisplayName }
    : { matchedField: "name", matchScore: byName };
}
