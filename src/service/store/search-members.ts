import { type ConnectionSource, quoteName, type SqlRow, textList } from "../../duckdb/database.ts";
import { memberTableNameOf } from "../model/member-tree.ts";

/** A member whose name, display name or path contains the search text. */
export interface FoundMember {
  readonly name: string;
  readonly displayName: string;
  /** Names from the top, separated by dots. */
  readonly path: string;
  readonly depth: number;
  readonly isLeaf: boolean;
}

const columns = "name, display_name, path, depth, is_leaf";

/** Weight of a match in the path alone, in which a member has the names of those above it. */
export const pathWeight = 0.2;

/** SQL of `matchScoreOf` for the search text in `text`. */
function scoreSql(value: string): string {
  return `CASE
    WHEN text = '' OR NOT contains(${value}, text) THEN 0
    WHEN ${value} = text THEN 1
    ELSE 2e-1 * (length(text) / length(${value})) + CASE
      WHEN starts_with(${value}, text) THEN 75e-2
      WHEN regexp_matches(substring(${value}, strpos(${value}, text) - 1, 1), '[^\\p{L}\\p{N}]') THEN 5e-1
      ELSE 25e-2 END END`;
}

/**
 * Finds up to `limit` members for each of `texts` whose name, display name or path contains the text, ignoring case. The
 * best matches by the score of `memberScorer` come first, and of equal ones those that come first in the model. Reads the members
 * only once.
 */
export async function searchMembers(
  database: ConnectionSource,
  membersOf: string,
  search: { readonly texts: readonly string[]; readonly leavesOnly: boolean; readonly limit: number },
  signal: AbortSignal,
): Promise<FoundMember[][]> {
  const texts = search.texts.map((text) => text.toLowerCase());
  const found = texts.map((): FoundMember[] => []);
  const table = quoteName(memberTableNameOf(membersOf));
  const rows = await database.use((connection) =>
    texts.length === 1 && texts[0] === ""
      ? // A list of all needs no comparison and no sort of the rest.
        connection.rows(
          `SELECT 0 AS text_index, ${columns} FROM ${table} WHERE is_leaf OR NOT $1 ORDER BY ancestors LIMIT $2`,
          [search.leavesOnly, search.limit],
          signal,
        )
      : connection.rows(
          `SELECT text_index, ${columns}
       FROM (
         SELECT *, CASE WHEN named > 0 THEN named ELSE ${pathWeight}::DOUBLE * ${scoreSql("lower_path")} END AS score
         FROM (
           SELECT *, greatest(${scoreSql("lower_name")}, ${scoreSql("lower_display_name")}) AS named
           FROM (
             SELECT *, lower(name) AS lower_name, lower(display_name) AS lower_display_name, lower(path) AS lower_path
             FROM ${table} WHERE is_leaf OR NOT $2
           ), (SELECT unnest($1::VARCHAR[]) AS text, unnest(range(len($1::VARCHAR[])))::INTEGER AS text_index)
           WHERE contains(lower_name, text) OR contains(lower_display_name, text) OR contains(lower_path, text)
         )
       )
       QUALIFY row_number() OVER (PARTITION BY text_index ORDER BY score DESC, ancestors) <= $3
       ORDER BY text_index, score DESC, ancestors`,
          [textList(texts), search.leavesOnly, search.limit],
          signal,
        ),
  );
  for (const row of rows) {
    found[Number(row.text_index)]?.push(toFoundMember(row));
  }
  return found;
}

/** Returns the members with the given paths, as far as they exist, in the order of the model. */
export async function readMembersAt(
  database: ConnectionSource,
  membersOf: string,
  { paths, leavesOnly }: { readonly paths: readonly string[]; readonly leavesOnly: boolean },
  signal: AbortSignal,
): Promise<FoundMember[]> {
  const rows = await database.use((connection) =>
    connection.rows(
      `SELECT ${columns} FROM ${quoteName(memberTableNameOf(membersOf))}
       WHERE path IN (SELECT unnest($1::VARCHAR[])) AND (is_leaf OR NOT $2) ORDER BY ancestors`,
      [textList(paths), leavesOnly],
      signal,
    ),
  );
  return rows.map(toFoundMember);
}

function toFoundMember(row: SqlRow): FoundMember {
  return {
    name: String(row.name),
    displayName: String(row.display_name),
    path: String(row.path),
    depth: Number(row.depth),
    isLeaf: row.is_leaf === true,
  };
}
