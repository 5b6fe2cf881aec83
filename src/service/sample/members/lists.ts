import type { MemberNode } from "../../model/member-tree.ts";
import { flattenMembers, type Member } from "../../model/member-tree.ts";

/** A member list of the sample tenant. Generated rows refer to its members by ordinal. */
export class MemberList {
  readonly membersOf: string;
  readonly members: readonly Member[];
  readonly #byPath: ReadonlyMap<string, Member>;

  constructor(membersOf: string, roots: readonly MemberNode[], topDepth = 0) {
    this.membersOf = membersOf;
    this.members = flattenMembers(roots, topDepth);
    this.#byPath = new Map(this.members.map((member) => [member.path, member]));
  }

  /** Returns the ordinal of the member with this path. Throws if the member does not exist. */
  ordinal(path: string): number {
    const member = this.#byPath.get(path);
    if (!member) {
      throw new Error(`Loading the sample: ${this.membersOf} has no member "${path}".`);
    }
    return member.ordinal;
  }
}

/**
 * Creates members without children from texts `Name` or `Name=Display name`. By default the display name is the name
 * with spaces instead of underscores.
 */
export function createFlatMembers(...entries: readonly string[]): readonly MemberNode[] {
  return entries.map((entry) => {
    const [name = "", displayName = name.replaceAll("_", " ")] = entry.split("=");
    return { name, displayName };
  });
}

/** Creates a top-level member with children. The children are given as in `createFlatMembers`. */
export function createMemberGroup(entry: string, ...children: readonly string[]): MemberNode {
  const [node = { name: entry, displayName: entry }] = createFlatMembers(entry);
  return { ...node, children: createFlatMembers(...children) };
}
