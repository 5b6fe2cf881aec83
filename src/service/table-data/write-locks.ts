import type { Database } from "../../duckdb/database.ts";
import { commitsTable, locksTable } from "./catalogue.ts";
import { physicalName } from "./physical-table.ts";
import type { TableLock, TenantTable, TransactionInTenant } from "./table-data.ts";

/** A table that a transaction may write, and the number its rows carry. */
export interface WriteLock extends TableLock {
  readonly number: number;
  /** Days that the table's snapshots stay. */
  readonly retentionDays: number;
  /** Whether it may have rows of the transaction's own. */
  isWritten: boolean;
}

/** The locks as the file has them, known without asking it. Numbers grow: a commit's is larger than those of all before it. */
export class WriteLocks {
  readonly #locks = new Map<string, WriteLock>();
  #lastNumber: number;

  private constructor(lastNumber: number) {
    this.#lastNumber = lastNumber;
  }

  static async read(database: Database): Promise<WriteLocks> {
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
    this.#locks.set(physicalName(lock.table), lock);
  }

  /** All at once, so that a reader finds either all of a commit or nothing. */
  remove(locks: readonly WriteLock[]): void {
    for (const { table } of locks) {
      this.#locks.delete(physicalName(table));
    }
  }

  all(): readonly WriteLock[] {
    return [...this.#locks.values()];
  }

  of(table: TenantTable): WriteLock | undefined {
    return this.#locks.get(physicalName(table));
  }

  heldBy({ transactionId, tenant }: TransactionInTenant): WriteLock[] {
    return this.all().filter((lock) => lock.transactionId === transactionId && lock.table.tenant === tenant);
  }

  /** SQL for the versions of rows that a transaction sees: its own state of what it has locked, else what is committed. */
  visibleTo(transactionId: string | undefined, table: TenantTable): string {
    const lock = this.of(table);
    if (lock && lock.transactionId === transactionId) {
      return '"$to" IS NULL';
    }
    // A number rather than "there is no writer": what is committed while a reader is under way stays hidden from it.
    const writer = lock?.number ?? this.#lastNumber + 1;
    return `"$from" < ${writer} AND ("$to" IS NULL OR "$to" >= ${writer})`;
  }
}
