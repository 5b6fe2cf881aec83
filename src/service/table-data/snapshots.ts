import type { Connection, SqlRow } from "../../duckdb/database.ts";
import { commitsTable, hiddenColumns, quoteColumnName } from "./catalogue.ts";
import { runForCount } from "./row-marks.ts";
import type { AccessibleTable, RowChanges, TableSnapshot, TenantTable } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import type { WriteTarget } from "./write-target.ts";

const dayMs = 86_400_000;

interface NumberedSnapshot extends TableSnapshot {
  readonly number: number;
}

/**
 * Returns the snapshots within the retention period and the last one before it, which has the table's rows at the start
 * of the period.
 */
function selectRetainedSnapshots(
  newestFirst: readonly NumberedSnapshot[],
  retentionDays: number,
  nowMs: number,
): readonly NumberedSnapshot[] {
  const beginMs = nowMs - retentionDays * dayMs;
  const before = newestFirst.findIndex(({ committedAt }) => Date.parse(committedAt) <= beginMs);
  return before < 0 ? newestFirst : newestFirst.slice(0, before + 1);
}

/** Reads a table's snapshots, newest first. */
async function readSnapshots(
  connection: Connection,
  { source, tenant }: TenantTable,
): Promise<readonly NumberedSnapshot[]> {
  const rows = await connection.rows(
    `SELECT * FROM ${commitsTable} WHERE source = ? AND tenant = ? ORDER BY number DESC`,
    [source, tenant],
  );
  return rows.map(toSnapshot);
}

/** Lists the snapshots that a table can be read and reset to, newest first. */
export async function listRetainedSnapshots(
  connection: Connection,
  { table, retentionDays }: Pick<AccessibleTable, "table" | "retentionDays">,
  nowMs: number,
): Promise<readonly TableSnapshot[]> {
  const retained = selectRetainedSnapshots(await readSnapshots(connection, table), retentionDays, nowMs);
  return retained.map(({ number: _, ...snapshot }) => snapshot);
}

/**
 * Returns the number of the latest snapshot at or before `asOf`, an ISO 8601 instant. Throws a TableDataError if the
 * retention period has none.
 */
export async function findSnapshot(
  connection: Connection,
  { name, table, retentionDays }: AccessibleTable,
  asOf: string,
  nowMs: number,
): Promise<number> {
  const asOfMs = Date.parse(asOf);
  if (Number.isNaN(asOfMs)) {
    throw new TableDataError(`reset of ${name}: asOfTimestamp is not a date and time such as 2026-01-31T12:00:00Z.`);
  }
  if (asOfMs < nowMs - retentionDays * dayMs) {
    throw new TableDataError(
      `reset of ${name}: asOfTimestamp is more than ${retentionDays} days ago, and snapshots are kept no longer (snapshotRetentionDays).`,
    );
  }
  const snapshots = await readSnapshots(connection, table);
  const found = snapshots.find(({ committedAt }) => Date.parse(committedAt) <= asOfMs);
  if (!found) {
    const oldest = snapshots.at(-1);
    throw new TableDataError(
      `reset of ${name}: there is no snapshot at or before asOfTimestamp${oldest ? `; the oldest is of ${oldest.committedAt}` : ", because nothing was ever committed to it"}.`,
    );
  }
  return found.number;
}

/**
 * Resets a table to a snapshot. Rows that the current transaction removed are restored, other missing rows are inserted
 * again.
 */
export async function resetToSnapshot(
  connection: Connection,
  target: WriteTarget,
  snapshot: number,
  signal?: AbortSignal,
): Promise<RowChanges> {
  const { path, number } = target;
  const count = (sql: string) => runForCount(connection, sql, signal);
  const own = target.lock.isWritten ? await count(`DELETE FROM ${path} WHERE ${hiddenColumns.from} = ${number}`) : 0;
  const back = await count(
    `UPDATE ${path} SET ${hiddenColumns.to} = NULL WHERE ${hiddenColumns.to} = ${number} AND ${hiddenColumns.from} <= ${snapshot}`,
  );
  const former = await count(
    `UPDATE ${path} SET ${hiddenColumns.to} = ${number} WHERE ${hiddenColumns.to} IS NULL AND ${hiddenColumns.from} > ${snapshot}`,
  );
  const values = target.columns.map(({ name }) => quoteColumnName(name));
  const written = await count(
    `INSERT INTO ${path} (${target.insertList()}) SELECT ${[...values, target.newRowVersion("false")].join(", ")} FROM ${path}
     WHERE ${hiddenColumns.from} <= ${snapshot} AND ${hiddenColumns.to} > ${snapshot} AND ${hiddenColumns.to} < ${number}`,
  );
  return { added: back + written, changed: 0, removed: own + former };
}

/**
 * Deletes at most `mostRows` row versions that no retained snapshot shows. The limit keeps commits fast; later commits
 * delete the rest. Returns the time of the oldest remaining commit in epoch milliseconds, or undefined if no commit was
 * too old.
 */
export async function purgeRowVersions(
  connection: Connection,
  target: Pick<WriteTarget, "path"> & { readonly table: TenantTable; readonly retentionDays: number },
  nowMs: number,
  oldestMs: number,
  maxRows = 1_000_000,
): Promise<number | undefined> {
  const oldest = await expireCommits(connection, target.table, target.retentionDays, nowMs, oldestMs);
  if (oldest) {
    await connection.run(
      `DELETE FROM ${target.path} WHERE rowid IN (SELECT rowid FROM ${target.path} WHERE ${hiddenColumns.to} <= ${oldest.number} LIMIT ${maxRows})`,
    );
  }
  return oldest?.committedMs;
}

/**
 * Forgets the commits of a table that no retained snapshot needs. Returns the oldest that is left, or undefined if no
 * commit was too old.
 */
export async function expireCommits(
  connection: Connection,
  { source, tenant }: TenantTable,
  retentionDays: number,
  nowMs: number,
  oldestMs: number,
): Promise<{ readonly number: number; readonly committedMs: number } | undefined> {
  const beginMs = nowMs - retentionDays * dayMs;
  // Usually there is nothing to expire, and a query would be wasted.
  const [row] =
    oldestMs > beginMs
      ? []
      : await connection.rows(
          `SELECT number, committed_ms FROM ${commitsTable} WHERE source = ? AND tenant = ? AND committed_ms <= ?
           ORDER BY number DESC LIMIT 1`,
          [source, tenant, beginMs],
        );
  if (!row) {
    return undefined;
  }
  const number = Number(row.number);
  await connection.run(`DELETE FROM ${commitsTable} WHERE source = ? AND tenant = ? AND number < ?`, [
    source,
    tenant,
    number,
  ]);
  return { number, committedMs: Number(row.committed_ms) };
}

function toSnapshot(row: SqlRow): NumberedSnapshot {
  return {
    number: Number(row.number),
    committedAt: new Date(Number(row.committed_ms)).toISOString(),
    transactionId: String(row.transaction_id),
    recordCount: Number(row.records),
    changes: { added: Number(row.added), changed: Number(row.changed), removed: Number(row.removed) },
  };
}
