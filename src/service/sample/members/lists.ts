import type { MemberNode } from "../../model/member-tree.ts";
import { flattenMembers, type Member } from "../../model/member-tree.ts";

/** A member list of the sample tenant; generated rows contain its ordinals. */
export class MemberList {
  readonly membersOf: string;
  readonly members: readonly Member[];
  readonly #byPath: ReadonlyMap<string, Member>;

  constructor(membersOf: string, roots: readonly MemberNode[], topDepth = 0) {
    this.membersOf = membersOf;
    this.members = flattenMembers(roots, topDepth);
    this.#byPath = new Map(this.members.map((member) => [member.path, member]));
  }

  /** Ordinal of the member with this path. Throws if it does not exist. */
  ordinal(path: string): number {
    const member = this.#byPath.get(path);
    if (!member) {
      throw new Error(`Loading the sample: ${this.membersOf} has no member "${path}".`);
    }
    return member.ordinal;
  }
}

/**
 * Members without children, each given as `Name` or `Name=Display name`. The default display name is the name with
 * spaces instead of underscores.
 */
export function flatMembers(...entries: readonly string[]): readonly MemberNode[] {
  return entries.map((entry) => {
    const [name = "", displayName = name.replaceAll("_", " ")] = entry.split("=");
    return { name, displayName };
  });
}

/** A top-level member with children, given as in `flatMembers`. */
export function group(entry: string, ...children: readonly string[]): MemberNode {
  const [node = { name: entry, displayName: entry }] = flatMembers(entry);
  return { ...node, children: flatMembers(...children) };
}
