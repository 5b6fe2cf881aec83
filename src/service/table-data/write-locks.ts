import type { Connection, ConnectionSource } from "../../duckdb/database.ts";
import { commitsTable, locksTable, physicalTableNameOf } from "./catalogue.ts";
import type {
  AccessibleTable,
  TableColumn,
  TableData,
  TableLock,
  TenantTable,
  TransactionInTenant,
} from "./table-data.ts";

/** A transaction's lock for writing a table. `number` marks the rows that the transaction writes. */
export interface WriteLock extends TableLock {
  readonly number: number;
  /** Number of days for which the table's snapshots are kept. */
  readonly retentionDays: number;
  /** Whether the table may contain rows of this transaction. */
  isWritten: boolean;
}

/** The stored locks, cached in memory. The number of a lock or commit is greater than all earlier numbers. */
export class WriteLocks {
  readonly #locks = new Map<string, WriteLock>();
  #lastNumber: number;

  private constructor(lastNumber: number) {
    this.#lastNumber = lastNumber;
  }

  static async read(database: Pick<ConnectionSource, "use">): Promise<WriteLocks> {
    return await database.use(async (connection) => {
      const [last] = await connection.rows(
        `SELECT coalesce(max(number), 0)::DOUBLE AS number
         FROM (SELECT number FROM ${locksTable} UNION ALL SELECT number FROM ${commitsTable})`,
      );
      const locks = new WriteLocks(Number(last?.number));
      for (const row of await connection.rows(`SELECT * FROM ${locksTable}`)) {
        locks.add({
          table: { source: String(row.source), tenant: String(row.tenant) },
          transactionId: String(row.transaction_id),
          number: Number(row.number),
          retentionDays: Number(row.retention_days),
          isWritten: true,
        });
      }
      return locks;
    });
  }

  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  add(lock: WriteLock): void {
    this.#locks.set(physicalTableNameOf(lock.table), lock);
  }

  /** Removes locks synchronously, so that readers see a commit completely or not at all. */
  remove(locks: readonly WriteLock[]): void {
    for (const { table } of locks) {
      this.#locks.delete(physicalTableNameOf(table));
    }
  }

  all(): readonly WriteLock[] {
    return [...this.#locks.values()];
  }

  lockOf(table: TenantTable): WriteLock | undefined {
    return this.#locks.get(physicalTableNameOf(table));
  }

  heldBy({ transactionId, tenant }: TransactionInTenant): WriteLock[] {
    return this.all().filter((lock) => lock.transactionId === transactionId && lock.table.tenant === tenant);
  }

  /**
   * Returns a SQL condition for the row versions that a transaction sees. In tables that it has locked, these include
   * its own changes; in other tables, only committed rows.
   */
  visibleTo(transactionId: string | undefined, table: TenantTable): string {
    const lock = this.lockOf(table);
    if (lock && lock.transactionId === transactionId) {
      return '"$to" IS NULL';
    }
    // A number even without a writer, so that a commit during a read stays hidden from the reader.
    const writer = lock?.number ?? this.#lastNumber + 1;
    return `"$from" < ${writer} AND ("$to" IS NULL OR "$to" >= ${writer})`;
  }
}

/** Number of locks to insert per statement. */
const locksPerStatement = 500;

/** The tables that an engine has stored. */
interface StoredTables {
  /** Undefined if the tenant has no stored table for the definition. */
  columnsOf(table: TenantTable): readonly object[] | undefined;
  createIfMissing(connection: Connection, table: TenantTable, columns: readonly TableColumn[]): Promise<void>;
}

interface NewLocks {
  /** Conflicting locks of other transactions for each group. A group with conflicts was not locked. */
  readonly conflicts: readonly (readonly TableLock[])[];
  readonly locks: readonly WriteLock[];
  /** Tables that were created because the tenant had none. */
  readonly created: readonly AccessibleTable[];
}

/** Locks several groups of tables; each group is locked completely or not at all. */
export async function lockTables(
  connection: Connection,
  transactionId: string,
  groups: readonly (readonly AccessibleTable[])[],
  known: WriteLocks,
  shapes: StoredTables,
): Promise<NewLocks> {
  const conflicts = groups.map((tables) => findConflictingLocks(transactionId, tables, known));
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
    await shapes.createIfMissing(connection, table, columns);
  }
  return { conflicts, locks, created };
}

export function findConflictingLocks(
  transactionId: string,
  tables: readonly AccessibleTable[],
  known: WriteLocks,
): readonly TableLock[] {
  const held = tables.flatMap(({ table }) => known.lockOf(table) ?? []);
  return held.filter((lock) => lock.transactionId !== transactionId);
}

/** Locks tables unless they are locked already, as they usually are: a job locks those of all its tenants when it starts. */
export async function lockUnlessHeld(
  transactionId: string,
  tables: readonly AccessibleTable[],
  known: WriteLocks,
  lockEach: TableData["lockEach"],
): Promise<readonly TableLock[]> {
  const conflicts = findConflictingLocks(transactionId, tables, known);
  if (conflicts.length === 0 && tables.some(({ table }) => !known.lockOf(table))) {
    return (await lockEach(transactionId, [tables]))[0] ?? [];
  }
  return conflicts;
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
