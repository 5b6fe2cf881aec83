import type { Connection } from "../../duckdb/database.ts";
import { commitsTable, hiddenColumns, locksTable, physicalTablePathOf } from "./catalogue.ts";
import { purgeRowVersions } from "./snapshots.ts";
import type { MetadataToCommit, RowChanges, TransactionInTenant } from "./table-data.ts";
import { type TableStates, type TableUpdate, writeTableStates } from "./table-states.ts";
import type { WriteLock } from "./write-locks.ts";

/** A locked table with the changes of its transaction. */
interface MarkedRows {
  readonly lock: WriteLock;
  readonly changes: RowChanges;
  /** Number of rows in the table; 0 if the transaction has not written it. */
  readonly records: number;
}

const noChanges = { changes: { added: 0, changed: 0, removed: 0 }, records: 0 };

/** Counts a transaction's changes to each of its tables, in one statement for all of them. */
async function countMarkedRows(connection: Connection, locks: readonly WriteLock[]): Promise<readonly MarkedRows[]> {
  const selects = locks.flatMap((lock, index) => (lock.isWritten ? selectCounts(lock, index) : []));
  const rows = selects.length === 0 ? [] : await connection.rows(selects.join(" UNION ALL "));
  return locks.map((lock, index) => {
    const row = rows.find((one) => Number(one.lock) === index);
    if (!row) {
      return { lock, ...noChanges };
    }
    const [come, gone] = [Number(row.come), Number(row.gone)];
    // A row that was removed once and upserted twice counts as one change.
    const changed = Math.min(Number(row.replacing), gone);
    return { lock, changes: { added: come - changed, changed, removed: gone - changed }, records: Number(row.records) };
  });
}

function selectCounts({ table, number }: WriteLock, index: number): string {
  return `SELECT ${index} AS lock, count(*) FILTER (${hiddenColumns.from} = ${number}) AS come,
      count(*) FILTER (${hiddenColumns.from} = ${number} AND ${hiddenColumns.replaces}) AS replacing,
      count(*) FILTER (${hiddenColumns.to} = ${number}) AS gone, count(*) FILTER (${hiddenColumns.to} IS NULL) AS records
    FROM ${physicalTablePathOf(table)}`;
}

/** Result of a commit; `updates` must be applied to the cached states after the DuckDB transaction is committed. */
interface Committed {
  /** Net changes by uuid of the table source. */
  readonly changes: ReadonlyMap<string, RowChanges>;
  readonly updates: readonly TableUpdate[];
}

/**
 * Commits the changes to several tables within one DuckDB transaction. Removing the locks makes the changes visible to
 * other transactions.
 */
export async function commitTables(
  connection: Connection,
  transaction: TransactionInTenant,
  locks: readonly WriteLock[],
  metadata: readonly MetadataToCommit[],
  nowMs: number,
  states: TableStates,
): Promise<Committed> {
  const marked = await countMarkedRows(connection, locks);
  const oldest = new Map<string, number>();
  for (const { lock, changes, records } of marked) {
    if (hasRowChanges(changes)) {
      await recordCommit(connection, lock, changes, records, nowMs);
      oldest.set(lock.table.source, await purge(connection, lock, nowMs, states));
    }
  }
  await unlock(connection, transaction, locks);
  const changed = new Set(oldest.keys());
  const updates = updatedStates(transaction, changed, metadata, nowMs, states).map((one) => ({
    ...one,
    oldestCommitMs: oldest.get(one.table.source),
  }));
  await writeTableStates(connection, updates, states);
  return { changes: changesOf(marked), updates };
}

/**
 * Rolls back the changes to several tables within one DuckDB transaction. Deletes added rows and restores rows that
 * were marked as removed.
 */
export async function rollBackTables(
  connection: Connection,
  transaction: TransactionInTenant,
  locks: readonly WriteLock[],
): Promise<void> {
  for (const { table, number, isWritten } of locks) {
    if (isWritten) {
      const path = physicalTablePathOf(table);
      await connection.run(`DELETE FROM ${path} WHERE ${hiddenColumns.from} = ${number}`);
      await connection.run(`UPDATE ${path} SET ${hiddenColumns.to} = NULL WHERE ${hiddenColumns.to} = ${number}`);
    }
  }
  await unlock(connection, transaction, locks);
}

/** Counts the net changes of a transaction so far, by uuid of the table source. */
export async function countTransactionChanges(
  connection: Connection,
  locks: readonly WriteLock[],
): Promise<ReadonlyMap<string, RowChanges>> {
  return changesOf(await countMarkedRows(connection, locks));
}

/** Whether any rows were added, changed or removed. */
export function hasRowChanges({ added, changed, removed }: RowChanges): boolean {
  return added + changed + removed > 0;
}

function changesOf(marked: readonly MarkedRows[]): ReadonlyMap<string, RowChanges> {
  return new Map(marked.map(({ lock, changes }) => [lock.table.source, changes]));
}

async function recordCommit(
  connection: Connection,
  { table, number, transactionId }: WriteLock,
  { added, changed, removed }: RowChanges,
  records: number,
  nowMs: number,
): Promise<void> {
  await connection.runPrepared(
    `INSERT INTO ${commitsTable} VALUES (?, ?, ?::BIGINT, ?, ?::BIGINT, ?::BIGINT, ?::BIGINT, ?::BIGINT, ?::BIGINT)`,
    [table.source, table.tenant, number, transactionId, nowMs, records, added, changed, removed],
  );
}

/** Purges rows of expired snapshots and returns the time of the oldest commit that remains, in epoch milliseconds. */
async function purge(
  connection: Connection,
  { table, retentionDays }: WriteLock,
  nowMs: number,
  states: TableStates,
): Promise<number> {
  const oldestMs = states.oldestCommitMs(table) ?? nowMs;
  const target = { path: physicalTablePathOf(table), table, retentionDays };
  return (await purgeRowVersions(connection, target, nowMs, oldestMs)) ?? oldestMs;
}

async function unlock(
  connection: Connection,
  { transactionId, tenant }: TransactionInTenant,
  locks: readonly WriteLock[],
): Promise<void> {
  if (locks.length > 0) {
    const values = [transactionId, tenant];
    await connection.runPrepared(`DELETE FROM ${locksTable} WHERE transaction_id = ? AND tenant = ?`, values);
  }
}

/** New states of the tables whose rows or metadata the transaction has changed. */
function updatedStates(
  { transactionId, tenant }: TransactionInTenant,
  changed: ReadonlySet<string>,
  metadata: readonly MetadataToCommit[],
  nowMs: number,
  states: TableStates,
): Omit<TableUpdate, "oldestCommitMs">[] {
  const sources = [...new Set([...changed, ...metadata.map((one) => one.source)])];
  return sources.flatMap((source) => {
    const table = { source, tenant };
    const pairs = metadata.filter((one) => one.source === source && (one.appliesUnmodified || changed.has(source)));
    if (!changed.has(source) && pairs.length === 0) {
      return [];
    }
    const before = states.stateOf(table);
    const state = {
      metadata: Object.assign({}, before?.metadata, ...pairs.map((one) => one.metadata)),
      transactionId: changed.has(source) ? transactionId : before?.transactionId,
      recordsUpdatedAt: changed.has(source) ? new Date(nowMs).toISOString() : before?.recordsUpdatedAt,
    };
    return { table, state };
  });
}
