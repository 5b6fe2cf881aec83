import type { Dimension } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import type { DimensionPath } from "../binding/bound-condition.ts";
import type { MemberLookup } from "../binding/member-lookup.ts";
import { resolvePath } from "../binding/resolve-path.ts";
import type { NamesInQuery } from "./names-of-part.ts";
import type { KnownNames, NameLookup } from "./needed-names.ts";

/** Dimension member as written, with the dimension that it is compared with. */
interface ComparedMember {
  readonly text: string;
  readonly object: string;
  readonly dimension: Dimension;
}

/**
 * Returns the dimension members that must still be looked up to check queries whose other names are already known
 * (SL407, SL706).
 */
export function findMembersToLookUp(queries: readonly NamesInQuery[], known: KnownNames): readonly NameLookup[] {
  return queries.flatMap((query) =>
    comparedMembers(query, known).flatMap((member) => {
      const lookup = lookupOf(member);
      const state = known.stateOf(lookup);
      const isMissing = state === "certain" && !isFound(member, known);
      const wanted = isMissing ? { ...lookup, isNear: true } : lookup;
      return known.stateOf(wanted) === "unknown" ? [wanted] : [];
    }),
  );
}

/**
 * Looks up the dimension members in queries. Members that cannot be searched for are treated as known, so that they are
 * not reported.
 */
export function createMemberLookup(queries: readonly NamesInQuery[], known: KnownNames): MemberLookup {
  const paths = new Map<string, readonly (readonly string[])[]>();
  for (const member of queries.flatMap((query) => comparedMembers(query, known))) {
    const { object, dimension, text } = member;
    const key = `${object} ${dimension.id}`;
    const found = paths.get(key) ?? known.members(object, dimension.id);
    const isCertain = known.stateOf(lookupOf(member)) === "certain" || isFound(member, known);
    paths.set(key, isCertain ? found : [...found, namesOfMember(text, dimension)]);
  }
  return { memberPaths: (object, dimension) => paths.get(`${object} ${dimension}`) };
}

function comparedMembers({ from, members }: NamesInQuery, { source }: KnownNames): ComparedMember[] {
  const object = from === undefined ? undefined : findName(source.objects(), from)?.item;
  if (!object) {
    return [];
  }
  return members.flatMap(({ path, text }) => {
    const resolution = resolvePath(source, object.id, path, "dimension");
    if (resolution.kind !== "path" || resolution.path.attribute.kind !== "dimension") {
      return [];
    }
    const { object: owner, attribute }: Pick<DimensionPath, "object" | "attribute"> = {
      object: resolution.path.object,
      attribute: resolution.path.attribute,
    };
    return [{ text, object: owner, dimension: attribute.dimension }];
  });
}

function lookupOf({ text, object, dimension }: ComparedMember): NameLookup {
  const name = namesOfMember(text, dimension).at(-1) ?? text;
  return { kind: "member", name, object, dimension: dimension.id };
}

/**
 * Splits the text of a member into the names of its path. In a dimension with a single level, a dot is part of the
 * name.
 */
function namesOfMember(text: string, { levels, kind }: Dimension): readonly string[] {
  return levels?.length === 1 || kind === "range" ? [text] : text.split(".");
}

function isFound({ text, object, dimension }: ComparedMember, known: KnownNames): boolean {
  const wanted = namesOfMember(text, dimension);
  const isWhole = (path: readonly string[]) => path.length === wanted.length && path.join(".") === wanted.join(".");
  return known
    .members(object, dimension.id)
    .some((path) => isWhole(path) || (wanted.length === 1 && path.at(-1) === text));
}
