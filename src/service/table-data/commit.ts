import type { Connection } from "../../duckdb/database.ts";
import { commitsTable, committedTenantsTable, hiddenColumns, locksTable, physicalTablePathOf } from "./catalogue.ts";
import { purgeRowVersions } from "./snapshots.ts";
import type { MetadataToCommit, RowChanges, TransactionInTenant } from "./table-data.ts";
import { type TableStates, type TableUpdate, writeTableStates } from "./table-states.ts";
import type { WriteLock } from "./write-locks.ts";

/** A locked table with the changes of its transaction. */
export interface ChangedTable {
  readonly lock: WriteLock;
  readonly changes: RowChanges;
  /** Number of rows in the table; 0 if the transaction has not written it. */
  readonly records: number;
}

const noChanges = { changes: { added: 0, changed: 0, removed: 0 }, records: 0 };

/** Counts a transaction's changes to each of its tables, in one statement for all of them. */
async function countChangedTables(
  connection: Connection,
  locks: readonly WriteLock[],
): Promise<readonly ChangedTable[]> {
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

/** Content of a commit besides the rows, and the state that it is based on. */
export interface CommitContext {
  readonly transaction: TransactionInTenant;
  readonly metadata: readonly MetadataToCommit[];
  readonly nowMs: number;
  readonly states: TableStates;
}

/**
 * Commits the changes to several tables within one DuckDB transaction. Removing the locks makes the changes visible to
 * other transactions.
 */
export async function commitTables(
  connection: Connection,
  locks: readonly WriteLock[],
  context: CommitContext,
): Promise<Committed> {
  const { nowMs, states } = context;
  const changed = await countChangedTables(connection, locks);
  return await recordCommits(connection, changed, context, (lock) => {
    const target = { path: physicalTablePathOf(lock.table), table: lock.table, retentionDays: lock.retentionDays };
    return purgeRowVersions(connection, target, nowMs, states.oldestCommitMs(lock.table) ?? nowMs);
  });
}

/**
 * Records the commit of a transaction and releases its locks, within one DuckDB transaction. `purge` removes what no
 * retained snapshot needs, and returns the time of the oldest remaining commit if it removed a commit.
 */
export async function recordCommits(
  connection: Connection,
  tables: readonly ChangedTable[],
  { transaction, metadata, nowMs, states }: CommitContext,
  purge: (lock: WriteLock) => Promise<number | undefined>,
): Promise<Committed> {
  const oldest = new Map<string, number>();
  for (const { lock, changes, records } of tables) {
    if (hasRowChanges(changes)) {
      await recordCommit(connection, lock, changes, records, nowMs);
      oldest.set(lock.table.source, (await purge(lock)) ?? states.oldestCommitMs(lock.table) ?? nowMs);
    }
  }
  await unlock(connection, transaction, tables.length);
  const changed = new Set(oldest.keys());
  const updates = updatedStates(transaction, changed, metadata, nowMs, states).map((one) => ({
    ...one,
    oldestCommitMs: oldest.get(one.table.source),
  }));
  await writeTableStates(connection, updates, states);
  return { changes: changesOf(tables), updates };
}

/** Stores that a transaction was committed in a tenant, until its own record has the commit. */
export async function recordCommittedTenant(
  connection: Connection,
  { transactionId, tenant }: TransactionInTenant,
): Promise<void> {
  await connection.runPrepared(`INSERT INTO ${committedTenantsTable} VALUES (?, ?)`, [transactionId, tenant]);
}

/** Reads what `recordCommittedTenant` stored. */
export async function readCommittedTenants(connection: Connection): Promise<readonly TransactionInTenant[]> {
  const rows = await connection.rows(`SELECT * FROM ${committedTenantsTable}`);
  return rows.map((row) => ({ transactionId: String(row.transaction_id), tenant: String(row.tenant) }));
}

/** Clears what `recordCommittedTenant` stored. */
export async function clearCommittedTenants(connection: Connection): Promise<void> {
  await connection.run(`DELETE FROM ${committedTenantsTable}`);
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
  await unlock(connection, transaction, locks.length);
}

/** Counts the net changes of a transaction so far, by uuid of the table source. */
export async function countTransactionChanges(
  connection: Connection,
  locks: readonly WriteLock[],
): Promise<ReadonlyMap<string, RowChanges>> {
  return changesOf(await countChangedTables(connection, locks));
}

/** Whether any rows were added, changed or removed. */
export function hasRowChanges({ added, changed, removed }: RowChanges): boolean {
  return added + changed + removed > 0;
}

function changesOf(marked: readonly ChangedTable[]): ReadonlyMap<string, RowChanges> {
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

/** Releases the locks of a transaction in one of its tenants; `count` is their number. */
export async function unlock(
  connection: Connection,
  { transactionId, tenant }: TransactionInTenant,
  count: number,
): Promise<void> {
  if (count > 0) {
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
