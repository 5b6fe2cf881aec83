import type { MemberNode } from "../../model/member-tree.ts";
import { flattenMembers, type Member } from "../../model/member-tree.ts";

/** A member list of the sample tenant, with the ordinals that the generated rows carry. */
export class MemberList {
  readonly membersOf: string;
  readonly members: readonly Member[];
  readonly #byPath: ReadonlyMap<string, Member>;

  constructor(membersOf: string, roots: readonly MemberNode[], topDepth = 0) {
    this.membersOf = membersOf;
    this.members = flattenMembers(roots, topDepth);
    this.#byPath = new Map(this.members.map((member) => [member.path, member]));
  }

  /** The ordinal of a member that the sample's own data names. */
  ordinal(path: string): number {
    const member = this.#byPath.get(path);
    if (!member) {
      throw new Error(`Loading the sample: ${this.membersOf} has no member "${path}".`);
    }
    return member.ordinal;
  }
}

/** `Name` or `Name=Display name`; the display name of a bare name is the name with spaces. */
export function flatMembers(...entries: readonly string[]): readonly MemberNode[] {
  return entries.map((entry) => {
    const [name = "", displayName = name.replaceAll("_", " ")] = entry.split("=");
    return { name, displayName };
  });
}

/** One top member with flat members under it. */
export function group(entry: string, ...children: readonly string[]): MemberNode {
  const [node = { name: entry, displayName: entry }] = flatMembers(entry);
  return { ...node, children: flatMembers(...children) };
}
