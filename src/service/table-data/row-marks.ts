import type { Connection } from "../../duckdb/database.ts";
import { hiddenColumns } from "./catalogue.ts";
import type { WriteTarget } from "./write-target.ts";

/** Builds SQL for whether a new row replaces a committed row. `alias` is the alias of the replaced row. */
export function buildReplacesCommittedSql(target: WriteTarget, alias: string): string {
  return `(${alias}.${hiddenColumns.from} < ${target.number} OR ${alias}.${hiddenColumns.replaces})`;
}

/**
 * Removes the rows whose `$row` and `$from` are in a relation. Rows of earlier transactions are marked as removed, rows
 * of the current transaction are deleted.
 */
export async function removeRows(
  connection: Connection,
  target: WriteTarget,
  relation: string,
  signal?: AbortSignal,
): Promise<void> {
  const rows = (condition: string) => `rowid IN (SELECT "$row" FROM ${relation}${condition})`;
  const { path, number, lock } = target;
  const former = lock.isWritten ? ` WHERE ${hiddenColumns.from} < ${number}` : "";
  await connection.run(`UPDATE ${path} SET ${hiddenColumns.to} = ${number} WHERE ${rows(former)}`, [], signal);
  if (lock.isWritten) {
    await connection.run(`DELETE FROM ${path} WHERE ${rows(` WHERE ${hiddenColumns.from} = ${number}`)}`, [], signal);
  }
}

/** Removes all rows of a table and returns their number. */
export async function removeAllRows(
  connection: Connection,
  target: WriteTarget,
  signal?: AbortSignal,
): Promise<number> {
  const own = target.lock.isWritten
    ? await runForCount(connection, `DELETE FROM ${target.path} WHERE ${hiddenColumns.from} = ${target.number}`, signal)
    : 0;
  const former = await runForCount(
    connection,
    `UPDATE ${target.path} SET ${hiddenColumns.to} = ${target.number} WHERE ${hiddenColumns.to} IS NULL`,
    signal,
  );
  return own + former;
}

/** Runs a statement that returns one number, such as the number of written rows. Returns this number. */
export async function runForCount(connection: Connection, sql: string, signal?: AbortSignal): Promise<number> {
  const [row] = await connection.rows(sql, [], signal);
  return row ? Number(Object.values(row)[0]) : 0;
}
