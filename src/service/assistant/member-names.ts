import { type Connection, type ConnectionSource, quoteName, textList } from "../../duckdb/database.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import { phraseOf } from "./words.ts";

/** A member of a dimension, as a question can name it. */
export interface NamedMember {
  readonly membersOf: string;
  readonly path: string;
  readonly displayName: string;
  readonly depth: number;
}

/** Members of a list by the phrases of their names. */
type MemberPhrases = ReadonlyMap<string, readonly NamedMember[]>;

/** Longest member list that is kept in memory. Members of longer lists are looked up by the words of each question. */
const maxKeptMembers = 20_000;
const maxMatches = 20;

/** Lists that were read, or `undefined` for those that are too long, by the data that they belong to. */
const keptLists = new WeakMap<ConnectionSource, Map<string, Promise<MemberPhrases | undefined>>>();

/**
 * Finds the members that texts name. `texts` are all sequences of words of the question, in lower case without accents.
 * Returns the members by phrase.
 */
export async function findNamedMembers(
  database: ConnectionSource,
  membersOf: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<MemberPhrases> {
  const lists = keptLists.get(database) ?? new Map<string, Promise<MemberPhrases | undefined>>();
  keptLists.set(database, lists);
  const known = lists.get(membersOf) ?? readList(database, membersOf);
  lists.set(membersOf, known);
  known.catch(() => lists.delete(membersOf));
  return (await known) ?? lookUp(database, membersOf, texts, signal);
}

function readList(database: ConnectionSource, membersOf: string): Promise<MemberPhrases | undefined> {
  return database.use(async (connection) => {
    const members = await select(connection, membersOf, "LIMIT $1", [maxKeptMembers + 1]);
    return members.length > maxKeptMembers ? undefined : byPhrase(members);
  });
}

function lookUp(
  database: ConnectionSource,
  membersOf: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<MemberPhrases> {
  const matches = `list_contains($1::VARCHAR[], lower(strip_accents(display_name)))
    OR list_contains($1::VARCHAR[], lower(strip_accents(replace(name, '_', ' '))))`;
  return database.use(async (connection) =>
    byPhrase(await select(connection, membersOf, `WHERE ${matches} LIMIT $2`, [textList(texts), maxMatches], signal)),
  );
}

interface MemberRow extends NamedMember {
  readonly name: string;
}

async function select(
  connection: Connection,
  membersOf: string,
  clauses: string,
  values: Parameters<Connection["rows"]>[1],
  signal?: AbortSignal,
): Promise<readonly MemberRow[]> {
  const rows = await connection.rows(
    `SELECT path, name, display_name, depth FROM ${quoteName(memberTableNameOf(membersOf))} ${clauses}`,
    values,
    signal,
  );
  return rows.map((row) => ({
    membersOf,
    path: String(row.path),
    name: String(row.name),
    displayName: String(row.display_name),
    depth: Number(row.depth),
  }));
}

function byPhrase(members: readonly MemberRow[]): MemberPhrases {
  const found = new Map<string, NamedMember[]>();
  for (const { name, ...member } of members) {
    for (const phrase of new Set([phraseOf(member.displayName), phraseOf(name)])) {
      const same = found.get(phrase);
      if (same) {
        same.push(member);
      } else {
        found.set(phrase, [member]);
      }
    }
  }
  return found;
}
