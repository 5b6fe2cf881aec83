import { type ColumnMembers, maximumNamedMembers } from "../../base/member-names.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import { valueColumnNameOf } from "../model/column-storage.ts";
import type { OpenResult } from "../store/result-store.ts";

/** Reads the different texts of a result's columns. Omits columns with more than `maximumNamedMembers`. */
export async function readColumnMembers(
  connection: Connection,
  { metadata }: OpenResult,
  signal: AbortSignal,
): Promise<ColumnMembers> {
  const { columns, table, rowCount } = metadata;
  const members: [string, string[]][] = [];
  for (const [position, { name, kind, storage, isMark }] of columns.entries()) {
    if (kind !== "text" || storage !== "VARCHAR" || isMark) {
      continue;
    }
    const value = valueColumnNameOf(position);
    const rows = await connection.rows(
      `SELECT DISTINCT ${value} AS member FROM ${quoteName(table)} AS t
       WHERE t.rowid < ${rowCount} AND ${value} <> '' LIMIT ${maximumNamedMembers + 1}`,
      [],
      signal,
    );
    if (rows.length > 0 && rows.length <= maximumNamedMembers) {
      members.push([name, rows.map(({ member }) => String(member)).sort()]);
    }
  }
  return Object.fromEntries(members);
}
