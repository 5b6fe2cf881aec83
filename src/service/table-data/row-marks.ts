import type { Connection } from "../../duckdb/database.ts";
import { hidden } from "./catalogue.ts";
import type { WriteTarget } from "./write-target.ts";

/** SQL for whether a new row replaces a committed one; `alias` is the row that it replaces. */
export function replacesCommitted(target: WriteTarget, alias: string): string {
  return `(${alias}.${hidden.from} < ${target.number} OR ${alias}.${hidden.replaces})`;
}

/**
 * Removes the rows whose `$row` and `$from` are in a relation: marks rows of earlier transactions and deletes those of
 * this one.
 */
export async function removeRows(
  connection: Connection,
  target: WriteTarget,
  relation: string,
  signal?: AbortSignal,
): Promise<void> {
  const rows = (condition: string) => `rowid IN (SELECT "$row" FROM ${relation}${condition})`;
  const { path, number, lock } = target;
  const former = lock.isWritten ? ` WHERE ${hidden.from} < ${number}` : "";
  await connection.run(`UPDATE ${path} SET ${hidden.to} = ${number} WHERE ${rows(former)}`, [], signal);
  if (lock.isWritten) {
    await connection.run(`DELETE FROM ${path} WHERE ${rows(` WHERE ${hidden.from} = ${number}`)}`, [], signal);
  }
}

/** Removes all rows and returns their number. */
export async function removeAllRows(
  connection: Connection,
  target: WriteTarget,
  signal?: AbortSignal,
): Promise<number> {
  const own = target.lock.isWritten
    ? await countOf(connection, `DELETE FROM ${target.path} WHERE ${hidden.from} = ${target.number}`, signal)
    : 0;
  const former = await countOf(
    connection,
    `UPDATE ${target.path} SET ${hidden.to} = ${target.number} WHERE ${hidden.to} IS NULL`,
    signal,
  );
  return own + former;
}

/** Runs a statement that writes, or a SELECT of one number, and returns the number. */
export async function countOf(connection: Connection, sql: string, signal?: AbortSignal): Promise<number> {
  const [row] = await connection.rows(sql, [], signal);
  return row ? Number(Object.values(row)[0]) : 0;
}
