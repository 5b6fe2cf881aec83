import type { Connection } from "../../duckdb/database.ts";
import { locksTable } from "./catalogue.ts";
import type { Shapes } from "./shapes.ts";
import type { TableInReach, TableLock } from "./table-data.ts";
import type { WriteLock, WriteLocks } from "./write-locks.ts";

export interface NewLocks {
  /** Of other transactions; nothing was locked when there are any. */
  readonly standing: readonly TableLock[];
  readonly locks: readonly WriteLock[];
  /** Tables that were made, because the tenant had none. */
  readonly made: readonly TableInReach[];
}

export async function lockTables(
  connection: Connection,
  transactionId: string,
  tables: readonly TableInReach[],
  known: WriteLocks,
  shapes: Shapes,
): Promise<NewLocks> {
  const held = tables.flatMap(({ table }) => known.of(table) ?? []);
  const standing = held.filter((lock) => lock.transactionId !== transactionId);
  if (standing.length > 0) {
    return { standing, locks: [], made: [] };
  }
  const wanted = tables.filter(({ table }) => !known.of(table));
  const locks = wanted.map(({ table, retentionDays }) => ({
    table,
    transactionId,
    number: known.nextNumber(),
    retentionDays,
    isWritten: false,
  }));
  for (const { table, number, retentionDays } of locks) {
    await connection.run(`INSERT INTO ${locksTable} VALUES (?, ?, ?, ?::BIGINT, ?)`, [
      table.source,
      table.tenant,
      transactionId,
      number,
      retentionDays,
    ]);
  }
  const made = wanted.filter(({ table }) => !shapes.columnsOf(table));
  for (const { table, columns } of made) {
    await shapes.make(connection, table, columns);
  }
  return { standing, locks, made };
}
