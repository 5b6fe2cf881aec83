import type { Clock } from "../../base/clock.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { IcebergTable } from "../../lakehouse/iceberg-table.ts";
import {
  type ChangedTable,
  hasRowChanges,
  recordCommits,
  recordCommittedTenant,
  unlock,
} from "../table-data/commit.ts";
import { expireCommits } from "../table-data/snapshots.ts";
import type {
  AccessibleTable,
  MetadataToCommit,
  RowChanges,
  TenantTable,
  TransactionInTenant,
} from "../table-data/table-data.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import { haveSameColumns } from "../table-data/table-schema-cache.ts";
import type { WriteLock } from "../table-data/write-locks.ts";
import type { JobSession } from "./job-session.ts";
import type { Lakehouse } from "./lakehouse.ts";
import { publish } from "./publication.ts";
import { compareSnapshots } from "./row-changes.ts";
import type { StoredTable, TableBranch, TableRecords } from "./table-records.ts";
import type { TransactionBranches } from "./transaction-branches.ts";

/** Changes of a table by a transaction, with its branch. */
interface CountedTable extends ChangedTable {
  readonly branch: TableBranch | undefined;
}

/** A table at its commit. */
interface TableToCommit extends ChangedTable {
  /** Snapshot that counts from now on; undefined if the rows have not changed. */
  readonly head: string | undefined;
  readonly sizeBytes: number;
}

interface CommitParts {
  readonly clock: Clock;
  readonly lakehouse: Lakehouse;
  readonly records: TableRecords;
  readonly branches: TransactionBranches;
  /** Session for counting. */
  readonly spark: JobSession;
  readonly onFailure: (error: unknown) => void;
}

/** Records which snapshots count, holds them against the catalog and publishes them there. The caller runs one call at a time. */
export class TableCommits {
  readonly #clock: Clock;
  readonly #lakehouse: Lakehouse;
  readonly #records: TableRecords;
  readonly #branches: TransactionBranches;
  readonly #spark: JobSession;
  readonly #onFailure: (error: unknown) => void;

  constructor({ clock, lakehouse, records, branches, spark, onFailure }: CommitParts) {
    this.#clock = clock;
    this.#lakehouse = lakehouse;
    this.#records = records;
    this.#branches = branches;
    this.#spark = spark;
    this.#onFailure = onFailure;
  }

  /** Makes a table that is missing, drops branches that are left, and takes in what another program committed to it. */
  async prepareTable({ table, name, columns, retentionDays }: AccessibleTable): Promise<void> {
    const stored = this.#records.tableOf(table);
    if (!stored) {
      await this.#lakehouse.createTable(table, columns, retentionDays);
      await this.#records.addTable({
        table,
        name,
        columns,
        snapshot: undefined,
        published: undefined,
        recordCount: 0,
        sizeBytes: 0,
      });
      return;
    }
    if (!haveSameColumns(stored.columns, columns)) {
      await this.#lakehouse.changeColumns(table, columns);
      await this.#records.updateTable(table, (now) => ({ ...now, name, columns }));
    }
    await this.#branches.dropped(table);
    if (stored.published !== stored.snapshot) {
      await publish([{ stored, branch: undefined }], this.#lakehouse, this.#records);
    }
    const state = await this.#lakehouse.loadHeads(table);
    await this.#branches.dropLeft(table, state);
    const { mainSnapshotId } = state;
    if (mainSnapshotId !== undefined && mainSnapshotId !== stored.snapshot) {
      await this.#takeIn(stored, state, mainSnapshotId, retentionDays);
    }
  }

  /** Records what another program committed in the catalog as a commit of its own. */
  async #takeIn(stored: StoredTable, state: IcebergTable, snapshot: string, retentionDays: number): Promise<void> {
    const { table } = stored;
    const parts = { lakehouse: this.#lakehouse, session: this.#spark };
    const { changes, recordCount } = await compareSnapshots(parts, table, stored, snapshot);
    const transaction = { transactionId: `snapshot ${snapshot}`, tenant: table.tenant };
    const number = this.#records.locks.nextNumber();
    const lock = { table, transactionId: transaction.transactionId, number, retentionDays, isWritten: true };
    const sizeBytes = sizeOf(state, snapshot);
    await this.#record(transaction, [{ lock, changes, records: recordCount, head: snapshot, sizeBytes }], [], false);
    await this.#records.savePublished([{ stored: { ...stored, snapshot }, branch: undefined }]);
  }

  /**
   * Commits a transaction in one tenant and publishes it. `isOfUser` says whether the transaction has a record of its own,
   * which learns of the commit from here after a crash.
   */
  async commit(
    transaction: TransactionInTenant,
    metadata: readonly MetadataToCommit[],
    isOfUser: boolean,
  ): Promise<ReadonlyMap<string, RowChanges>> {
    const counted = await this.count(transaction);
    const toCommit = await Promise.all(
      counted.map(async (one) => {
        const head = hasRowChanges(one.changes) ? one.branch?.head : undefined;
        return {
          ...one,
          head,
          sizeBytes: head === undefined ? 0 : sizeOf(await this.#checkMain(one.lock.table), head),
        };
      }),
    );
    const changes = await this.#record(transaction, toCommit, metadata, isOfUser);
    await this.#publish(toCommit.flatMap(({ lock, head }) => (head === undefined ? [] : lock.table)));
    const unwritten = toCommit.flatMap(({ branch, head }) => (branch && head === undefined ? branch : []));
    this.#branches.dropLater(unwritten, this.#onFailure);
    return changes;
  }

  /** Loads a table. Throws a TableDataError if another program changed it since the transaction locked it. */
  async #checkMain(table: TenantTable): Promise<IcebergTable> {
    const stored = this.#records.tableOf(table);
    const state = await this.#lakehouse.loadHeads(table);
    if (state.mainSnapshotId !== stored?.published) {
      throw new TableDataError(
        `Another program changed the table ${stored?.name} in the catalog since the transaction locked it. Roll the transaction back and run it again.`,
      );
    }
    return state;
  }

  /** Counts the net changes of a transaction in each table that it has locked. */
  async count(transaction: TransactionInTenant): Promise<readonly CountedTable[]> {
    const counted: CountedTable[] = [];
    for (const lock of this.#records.locks.heldBy(transaction)) {
      const branch = this.#records.branchOf(lock.table, transaction.transactionId);
      const changes = branch
        ? await this.#branches.countChanges(branch, this.#spark)
        : { added: 0, changed: 0, removed: 0 };
      counted.push({ lock, changes, records: branch?.recordCount ?? 0, branch });
    }
    return counted;
  }

  /** Records a commit in one database transaction: from then on the heads of the branches are what counts. */
  async #record(
    transaction: TransactionInTenant,
    tables: readonly TableToCommit[],
    metadata: readonly MetadataToCommit[],
    isOfUser: boolean,
  ): Promise<ReadonlyMap<string, RowChanges>> {
    const { locks, states } = this.#records;
    const nowMs = this.#clock.now();
    const { changes } = await this.#records.change(
      async (connection) => {
        if (isOfUser) {
          await recordCommittedTenant(connection, transaction);
        }
        const stored: StoredTable[] = [];
        for (const { lock, head, records, sizeBytes } of tables) {
          const before = this.#records.tableOf(lock.table);
          if (before && head !== undefined) {
            const now = { ...before, snapshot: head, recordCount: records, sizeBytes };
            await this.#records.writeTable(connection, now);
            await this.#records.writeSnapshot(connection, lock.table, lock.number, head);
            stored.push(now);
          }
        }
        const committed = await recordCommits(connection, tables, { transaction, metadata, nowMs, states }, (lock) =>
          this.#expire(connection, lock, nowMs),
        );
        return { ...committed, stored };
      },
      ({ updates, stored }) => {
        for (const table of stored) {
          this.#records.cacheTable(table);
        }
        states.update(updates);
        locks.remove(tables.map(({ lock }) => lock).filter((lock) => locks.lockOf(lock.table) === lock));
      },
    );
    return changes;
  }

  async #expire(
    connection: Connection,
    { table, retentionDays }: WriteLock,
    nowMs: number,
  ): Promise<number | undefined> {
    const oldestMs = this.#records.states.oldestCommitMs(table) ?? nowMs;
    const oldest = await expireCommits(connection, table, retentionDays, nowMs, oldestMs);
    if (oldest) {
      await this.#records.expireSnapshots(connection, table, oldest.number);
    }
    return oldest?.committedMs;
  }

  /** Publishes commits. What the catalog does not take counts all the same, and is tried again. */
  async #publish(tables: readonly TenantTable[]): Promise<void> {
    const publications = tables.flatMap((table) => {
      const stored = this.#records.tableOf(table);
      const branch = this.#records
        .branches()
        .find(
          (one) =>
            one.head === stored?.snapshot && one.table.source === table.source && one.table.tenant === table.tenant,
        );
      return stored && stored.published !== stored.snapshot ? { stored, branch } : [];
    });
    try {
      await publish(publications, this.#lakehouse, this.#records);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Publishes what an earlier process committed, and drops the branches of transactions that have ended. */
  async cleanUp(): Promise<void> {
    await this.#publish(this.#records.tables().map(({ table }) => table));
    const left = this.#records
      .branches()
      .filter(({ table, transactionId }) => this.#records.locks.lockOf(table)?.transactionId !== transactionId);
    this.#branches.dropLater(left, this.#onFailure);
    await this.#branches.dropped();
  }

  /** Releases the locks of a transaction in one of its tenants. */
  async unlock(transaction: TransactionInTenant): Promise<void> {
    const held = this.#records.locks.heldBy(transaction);
    await this.#records.change(
      (connection) => unlock(connection, transaction, held.length),
      () => this.#records.locks.remove(held),
    );
  }
}

function sizeOf({ snapshots }: IcebergTable, snapshot: string): number {
  return snapshots.get(snapshot)?.sizeBytes ?? 0;
}
