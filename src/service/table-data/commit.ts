import type { Connection } from "../../duckdb/database.ts";
import { commitsTable, locksTable } from "./catalogue.ts";
import { hidden, physicalPath } from "./physical-table.ts";
import { countOf } from "./row-marks.ts";
import { purgeVersions } from "./snapshots.ts";
import type { NewMetadata, RowChanges, TenantTable, TransactionInTenant } from "./table-data.ts";
import { readTableState, writeTableState } from "./table-state.ts";
import type { WriteLock } from "./write-locks.ts";

/** Within one DuckDB transaction: with the end of the locks the rows become what everybody sees. */
export async function commitTables(
  connection: Connection,
  { transactionId, tenant }: TransactionInTenant,
  locks: readonly WriteLock[],
  metadata: readonly NewMetadata[],
  nowMs: number,
): Promise<ReadonlyMap<string, RowChanges>> {
  const changes = await countChangesOf(connection, locks);
  for (const lock of locks) {
    const change = changes.get(lock.table.source);
    if (change && hasAny(change)) {
      await noteCommit(connection, lock, change, nowMs);
      const { table, retentionDays } = lock;
      await purgeVersions(connection, { path: physicalPath(table), table, retentionDays }, nowMs);
    }
    await unlock(connection, lock.table);
  }
  const changed = new Set([...changes].flatMap(([source, change]) => (hasAny(change) ? source : [])));
  for (const source of new Set([...changed, ...metadata.map((one) => one.source)])) {
    const table = { source, tenant };
    const pairs = metadata.filter((one) => one.source === source && (one.appliesUnmodified || changed.has(source)));
    const before = await readTableState(connection, table);
    if (changed.has(source) || pairs.length > 0) {
      await writeTableState(connection, table, {
        metadata: Object.assign({}, before?.metadata, ...pairs.map((one) => one.metadata)),
        transactionId: changed.has(source) ? transactionId : before?.transactionId,
        recordsUpdatedAt: changed.has(source) ? new Date(nowMs).toISOString() : before?.recordsUpdatedAt,
      });
    }
  }
  return changes;
}

/** Within one DuckDB transaction: takes out the rows of the transaction, and the marks on those it removed. */
export async function rollBackTables(connection: Connection, locks: readonly WriteLock[]): Promise<void> {
  for (const { table, number, isWritten } of locks) {
    if (isWritten) {
      const path = physicalPath(table);
      await connection.run(`DELETE FROM ${path} WHERE ${hidden.from} = ${number}`);
      await connection.run(`UPDATE ${path} SET ${hidden.to} = NULL WHERE ${hidden.to} = ${number}`);
    }
    await unlock(connection, table);
  }
}

/** What the transaction has done to each of its tables so far, by uuid: net, as the rows are now against how they were. */
export async function countChangesOf(
  connection: Connection,
  locks: readonly WriteLock[],
): Promise<ReadonlyMap<string, RowChanges>> {
  const changes = new Map<string, RowChanges>();
  for (const { table, number, isWritten } of locks) {
    changes.set(table.source, isWritten ? await countMarks(connection, table, number) : none);
  }
  return changes;
}

const none: RowChanges = { added: 0, changed: 0, removed: 0 };

async function countMarks(connection: Connection, table: TenantTable, number: number): Promise<RowChanges> {
  const [row] = await connection.rows(
    `SELECT count(*) FILTER (${hidden.from} = ${number}) AS come,
       count(*) FILTER (${hidden.from} = ${number} AND ${hidden.replaces}) AS replacing,
       count(*) FILTER (${hidden.to} = ${number}) AS gone
     FROM ${physicalPath(table)} WHERE ${hidden.from} = ${number} OR ${hidden.to} = ${number}`,
  );
  const [come, gone] = [Number(row?.come), Number(row?.gone)];
  // One row removed and two upserted for it, one after the other, is one change.
  const changed = Math.min(Number(row?.replacing), gone);
  return { added: come - changed, changed, removed: gone - changed };
}

/** Whether rows were written at all. */
export function hasAny({ added, changed, removed }: RowChanges): boolean {
  return added + changed + removed > 0;
}

async function noteCommit(connection: Connection, lock: WriteLock, change: RowChanges, nowMs: number): Promise<void> {
  const { table, number, transactionId } = lock;
  const records = await countOf(connection, `SELECT count(*) FROM ${physicalPath(table)} WHERE ${hidden.to} IS NULL`);
  await connection.run(
    `INSERT INTO ${commitsTable} VALUES (?, ?, ?::BIGINT, ?, ?::BIGINT, ?::BIGINT, ?::BIGINT, ?::BIGINT, ?::BIGINT)`,
    [table.source, table.tenant, number, transactionId, nowMs, records, change.added, change.changed, change.removed],
  );
}

async function unlock(connection: Connection, { source, tenant }: TenantTable): Promise<void> {
  await connection.run(`DELETE FROM ${locksTable} WHERE source = ? AND tenant = ?`, [source, tenant]);
}
