import type { ConnectionSource } from "../../duckdb/database.ts";
import { MemberStore } from "../model/member-store.ts";
import type { Member } from "../model/member-tree.ts";

/** Longest list of members that is kept in memory after the query that needs it. */
const mostKeptMembers = 2_000;

const keptLists = new WeakMap<ConnectionSource, Map<string, readonly Member[]>>();

/**
 * Returns the members of a dimension, in the model's order. A list that is short is read only once from data that does not
 * change: that takes as long as a small query itself.
 */
export async function readMembers(
  database: ConnectionSource,
  membersOf: string,
  signal: AbortSignal,
): Promise<readonly Member[]> {
  const lists = keptLists.get(database) ?? new Map<string, readonly Member[]>();
  const kept = lists.get(membersOf);
  if (kept) {
    return kept;
  }
  const members = await database.use((connection) => new MemberStore(connection, membersOf).all(signal));
  if (database.isUnchanging && members.length <= mostKeptMembers) {
    keptLists.set(database, lists.set(membersOf, members));
  }
  return members;
}
