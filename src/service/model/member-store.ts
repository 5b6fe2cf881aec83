import { isRecord } from "../../base/guards.ts";
import { failure, type Result, success } from "../../base/result.ts";
import { type Connection, quoteName, type SqlRow } from "../../duckdb/database.ts";
import { type Member, memberTableNameOf } from "./member-tree.ts";

/** Why a text does not identify one member. `paths` are the members that an ambiguous name could mean, at most ten. */
type MemberProblem = { readonly kind: "unknown" } | { readonly kind: "ambiguous"; readonly paths: readonly string[] };

const columns = "ordinal, parent, depth, name, display_name, path, ancestors, is_leaf";
const maxPaths = 10;

/** Finds the members of one member list. Names are case-sensitive (sql-like-language 2.2). */
export class MemberStore {
  readonly #connection: Connection;
  readonly #table: string;

  constructor(connection: Connection, membersOf: string) {
    this.#connection = connection;
    this.#table = quoteName(memberTableNameOf(membersOf));
  }

  /** Finds the member with a path, which is the names from the top, joined by dots. */
  async byPath(path: string, signal?: AbortSignal): Promise<Member | undefined> {
    const [row] = await this.#connection.rows(`SELECT ${columns} FROM ${this.#table} WHERE path = ?`, [path], signal);
    return row && toMember(row);
  }

  /**
   * Finds the member with a path. If there is none, finds the only member with this name at any depth
   * (sql-like-language 9).
   */
  async find(text: string, signal?: AbortSignal): Promise<Result<Member, MemberProblem>> {
    const rows = await this.#connection.rows(
      `SELECT ${columns} FROM ${this.#table} WHERE path = $1 OR name = $1 ORDER BY path <> $1, ancestors LIMIT ${maxPaths}`,
      [text],
      signal,
    );
    const members = rows.map(toMember);
    const [first, second] = members;
    if (!first) {
      return failure({ kind: "unknown" });
    }
    if (first.path === text || !second) {
      return success(first);
    }
    return failure({ kind: "ambiguous", paths: members.map((member) => member.path) });
  }

  /** Returns the members whose path, name or display name starts with `prefix`, ignoring case, in the model's order. */
  async startingWith(prefix: string, limit: number, signal?: AbortSignal): Promise<readonly Member[]> {
    const rows = await this.#connection.rows(
      `SELECT ${columns} FROM ${this.#table}
       WHERE starts_with(lower(path), lower($1)) OR starts_with(lower(name), lower($1))
         OR starts_with(lower(display_name), lower($1))
       ORDER BY ancestors LIMIT $2`,
      [prefix, limit],
      signal,
    );
    return rows.map(toMember);
  }

  /** Returns all members at a depth, or all members without children, in the model's order. */
  async atDepth(depth: number | "leaves", signal?: AbortSignal): Promise<readonly Member[]> {
    const rows = await this.#connection.rows(
      `SELECT ${columns} FROM ${this.#table} WHERE ${depth === "leaves" ? "is_leaf" : "depth = $1"} ORDER BY ancestors`,
      depth === "leaves" ? [] : [depth],
      signal,
    );
    return rows.map(toMember);
  }

  /** Returns all members, in the model's order. */
  async all(signal?: AbortSignal): Promise<readonly Member[]> {
    const rows = await this.#connection.rows(`SELECT ${columns} FROM ${this.#table} ORDER BY ancestors`, [], signal);
    return rows.map(toMember);
  }
}

function toMember(row: SqlRow): Member {
  const ancestors = row.ancestors;
  return {
    ordinal: Number(row.ordinal),
    parent: row.parent === null ? null : Number(row.parent),
    depth: Number(row.depth),
    name: String(row.name),
    displayName: String(row.display_name),
    path: String(row.path),
    ancestors: isList(ancestors) ? ancestors.items.map(Number) : [],
    isLeaf: row.is_leaf === true,
  };
}

function isList(value: unknown): value is { readonly items: readonly unknown[] } {
  return isRecord(value) && "items" in value && Array.isArray(value.items);
}
