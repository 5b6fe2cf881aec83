import type { Connection } from "../../duckdb/database.ts";
import { locksTable } from "./catalogue.ts";
import type { Shapes } from "./shapes.ts";
import type { AccessibleTable, TableLock } from "./table-data.ts";
import type { WriteLock, WriteLocks } from "./write-locks.ts";

/** Number of locks to insert per statement. */
const locksPerStatement = 500;

interface NewLocks {
  /** Conflicting locks of other transactions for each group. A group with conflicts was not locked. */
  readonly conflicts: readonly (readonly TableLock[])[];
  readonly locks: readonly WriteLock[];
  /** Tables that were created because the tenant had none. */
  readonly created: readonly AccessibleTable[];
}

/** Locks groups of tables; each group is locked completely or not at all. */
export async function lockTables(
  connection: Connection,
  transactionId: string,
  groups: readonly (readonly AccessibleTable[])[],
  known: WriteLocks,
  shapes: Shapes,
): Promise<NewLocks> {
  const conflicts = groups.map((tables) => conflictingLocks(transactionId, tables, known));
  const wanted = groups.flatMap((tables, index) =>
    conflicts[index]?.length === 0 ? tables.filter(({ table }) => !known.lockOf(table)) : [],
  );
  const locks = wanted.map(({ table, retentionDays }) => ({
    table,
    transactionId,
    number: known.nextNumber(),
    retentionDays,
    isWritten: false,
  }));
  for (let first = 0; first < locks.length; first += locksPerStatement) {
    await insertLocks(connection, locks.slice(first, first + locksPerStatement));
  }
  const created = wanted.filter(({ table }) => !shapes.columnsOf(table));
  for (const { table, columns } of created) {
    await shapes.make(connection, table, columns);
  }
  return { conflicts, locks, created };
}

export function conflictingLocks(
  transactionId: string,
  tables: readonly AccessibleTable[],
  known: WriteLocks,
): readonly TableLock[] {
  const held = tables.flatMap(({ table }) => known.lockOf(table) ?? []);
  return held.filter((lock) => lock.transactionId !== transactionId);
}

async function insertLocks(connection: Connection, locks: readonly WriteLock[]): Promise<void> {
  await connection.run(
    `INSERT INTO ${locksTable} VALUES ${locks.map(() => "(?, ?, ?, ?::BIGINT, ?)").join(", ")}`,
    locks.flatMap(({ table, transactionId, number, retentionDays }) => [
      table.source,
      table.tenant,
      transactionId,
      number,
      retentionDays,
    ]),
  );
}
