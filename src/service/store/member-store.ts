import { type Database, quoteName } from "../../duckdb/database.ts";
import { memberTable } from "../model/member-table.ts";

/** A member whose name, display name or path holds the text that was looked for. */
export interface FoundMember {
  readonly name: string;
  readonly displayName: string;
  /** Names from the top, dots between. */
  readonly path: string;
  readonly depth: number;
  readonly isLeaf: boolean;
}

/**
 * Members that hold `text`, without regard to case, in their name, display name or path: at most `limit`, names that
 * begin with the text first, then in the model's order.
 */
export async function searchMembers(
  database: Database,
  membersOf: string,
  search: { readonly text: string; readonly leavesOnly: boolean; readonly limit: number },
  signal: AbortSignal,
): Promise<FoundMember[]> {
  const table = quoteName(memberTable(membersOf));
  const rows = await database.use((connection) =>
    connection.rows(
      `SELECT name, display_name, path, depth, is_leaf,
         starts_with(lower(name), $1) OR starts_with(lower(display_name), $1) AS is_prefix,
         contains(lower(name), $1) OR contains(lower(display_name), $1) AS is_named
       FROM ${table}
       WHERE (is_named OR contains(lower(path), $1)) AND (is_leaf OR NOT $2)
       ORDER BY is_prefix DESC, is_named DESC, ordinal LIMIT $3`,
      [search.text.toLowerCase(), search.leavesOnly, search.limit],
      signal,
    ),
  );
  return rows.map((row) => ({
    name: String(row.name),
    displayName: String(row.display_name),
    path: String(row.path),
    depth: Number(row.depth),
    isLeaf: row.is_leaf === true,
  }));
}
