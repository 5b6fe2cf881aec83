import { isRecord } from "./guards.ts";

/**
 * Display names of dimension members by the text that a result has for them. Members without a display name of their
 * own are absent. Display names are only shown: copies, exports and queries have the text of the result.
 */
export type MemberNames = Readonly<Record<string, string>>;

/** Display names of members by the name of the result column. */
export type ColumnMemberNames = Readonly<Record<string, MemberNames>>;

/** Different texts of result columns by column name. */
export type ColumnMembers = Readonly<Record<string, readonly string[]>>;

/** Maximum number of members of a column that are shown by display name; larger columns show what the result has. */
export const maximumNamedMembers = 1000;

/** Returns the display name of a member. Undefined if it has none of its own. */
export function displayNameOf(names: MemberNames | undefined, member: string): string | undefined {
  return names && Object.hasOwn(names, member) ? names[member] : undefined;
}

/** Returns the members whose display name passes a test. */
export function findMembersByName(names: MemberNames | undefined, test: (name: string) => boolean): readonly string[] {
  return Object.entries(names ?? {}).flatMap(([member, name]) => (test(name) ? [member] : []));
}

/** Returns the names that differ from their member, and makes equal ones different by adding the member. */
export function distinguishNames(names: ReadonlyMap<string, string>): MemberNames {
  const counts = new Map<string, number>();
  for (const name of names.values()) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const shown = [...names].map(([member, name]) => [member, counts.get(name) === 1 ? name : `${name} (${member})`]);
  return Object.fromEntries(shown.filter(([member, name]) => member !== name && name !== ""));
}

export function isMemberNames(value: unknown): value is MemberNames {
  return isRecord(value) && Object.values(value).every((name) => typeof name === "string");
}

export function isColumnMemberNames(value: unknown): value is ColumnMemberNames {
  return isRecord(value) && Object.values(value).every(isMemberNames);
}
