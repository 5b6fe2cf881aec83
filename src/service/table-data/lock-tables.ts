import type { Connection } from "../../duckdb/database.ts";
import { locksTable } from "./catalogue.ts";
import type { Shapes } from "./shapes.ts";
import type { AccessibleTable, TableLock } from "./table-data.ts";
import type { WriteLock, WriteLocks } from "./write-locks.ts";

/** Number of locks to insert per statement. */
const locksAtOnce = 500;

interface NewLocks {
  /** Conflicting locks of other transactions for each group. A group with conflicts was not locked. */
  readonly standing: readonly (readonly TableLock[])[];
  readonly locks: readonly WriteLock[];
  /** Tables that were created because the tenant had none. */
  readonly made: readonly AccessibleTable[];
}

/** Locks groups of tables; each group is locked completely or not at all. */
export async function lockTables(
  connection: Connection,
  transactionId: string,
  wishes: readonly (readonly AccessibleTable[])[],
  known: WriteLocks,
  shapes: Shapes,
): Promise<NewLocks> {
  const standing = wishes.map((tables) => locksAgainst(transactionId, tables, known));
  const wanted = wishes.flatMap((tables, index) =>
    standing[index]?.length === 0 ? tables.filter(({ table }) => !known.of(table)) : [],
  );
  const locks = wanted.map(({ table, retentionDays }) => ({
    table,
    transactionId,
    number: known.nextNumber(),
    retentionDays,
    isWritten: false,
  }));
  for (let first = 0; first < locks.length; first += locksAtOnce) {
    await insertLocks(connection, locks.slice(first, first + locksAtOnce));
  }
  const made = wanted.filter(({ table }) => !shapes.columnsOf(table));
  for (const { table, columns } of made) {
    await shapes.make(connection, table, columns);
  }
  return { standing, locks, made };
}

export function locksAgainst(
  transactionId: string,
  tables: readonly AccessibleTable[],
  known: WriteLocks,
): readonly TableLock[] {
  const held = tables.flatMap(({ table }) => known.of(table) ?? []);
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
