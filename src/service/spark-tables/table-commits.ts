import type { Clock } from "../../base/clock.ts";
import type { Connection } from "../../duckdb/database.ts";
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
import { countByComparison } from "./row-changes.ts";
import type { StoredTable, TableBranch, TableRecords } from "./table-records.ts";
import type { TransactionBranches } from "./transaction-branches.ts";

/** Changes of a table by a transaction, with its branch. */
interface CountedTable extends ChangedTable {
  readonly branch: TableBranch | undefined;
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

  /** Makes a table that is missing, and takes in what another program committed to it. */
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
    if (stored.published !== stored.snapshot) {
      await publish([{ stored, branch: undefined }], this.#lakehouse, this.#records);
      return;
    }
    const { mainSnapshotId } = await this.#lakehouse.load(table);
    if (mainSnapshotId !== undefined && mainSnapshotId !== stored.snapshot) {
      await this.#takeIn(stored, mainSnapshotId, retentionDays);
    }
  }

  /** Records what another program committed in the catalog as a commit of its own. */
  async #takeIn(stored: StoredTable, snapshot: string, retentionDays: number): Promise<void> {
    const { table } = stored;
    await this.#spark.ready();
    const path = this.#lakehouse.pathOf(table);
    await this.#spark.command(`REFRESH TABLE ${path}`);
    const { changes, recordCount } = await countByComparison(this.#spark, { path, version: snapshot }, stored.snapshot);
    const transaction = { transactionId: `snapshot ${snapshot}`, tenant: table.tenant };
    const number = this.#records.locks.nextNumber();
    const lock = { table, transactionId: transaction.transactionId, number, retentionDays, isWritten: true };
    const branch = { table, head: snapshot } as TableBranch;
    await this.#record(transaction, [{ lock, changes, records: recordCount, branch }], [], false);
    await this.#records.savePublished(table, snapshot);
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
    const written = counted.filter(({ changes }) => hasRowChanges(changes));
    for (const { lock } of written) {
      await this.#checkMain(lock.table);
    }
    const changes = await this.#record(transaction, counted, metadata, isOfUser);
    await this.#publish(written.map(({ lock }) => lock.table));
    const unwritten = counted.flatMap(({ branch, changes }) => (branch && !hasRowChanges(changes) ? branch : []));
    await this.#branches.drop(unwritten, this.#onFailure);
    return changes;
  }

  /** Throws a TableDataError if another program changed the table since the transaction locked it. */
  async #checkMain(table: TenantTable): Promise<void> {
    const stored = this.#records.tableOf(table);
    const { mainSnapshotId } = await this.#lakehouse.load(table);
    if (mainSnapshotId !== stored?.published) {
      throw new TableDataError(
        `Another program changed the table ${stored?.name} in the catalog since the transaction locked it. Roll the transaction back and run it again.`,
      );
    }
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
    counted: readonly CountedTable[],
    metadata: readonly MetadataToCommit[],
    isOfUser: boolean,
  ): Promise<ReadonlyMap<string, RowChanges>> {
    const { locks, states } = this.#records;
    const nowMs = this.#clock.now();
    const heads: Pick<StoredTable, "table" | "snapshot" | "recordCount" | "sizeBytes">[] = [];
    for (const { lock, changes, records, branch } of counted) {
      if (branch?.head !== undefined && hasRowChanges(changes)) {
        const { snapshots } = await this.#lakehouse.load(lock.table);
        const sizeBytes = snapshots.get(branch.head)?.sizeBytes ?? 0;
        heads.push({ table: lock.table, snapshot: branch.head, recordCount: records, sizeBytes });
      }
    }
    const { changes } = await this.#records.change(
      async (connection) => {
        if (isOfUser) {
          await recordCommittedTenant(connection, transaction);
        }
        const stored = heads.flatMap((head) => {
          const before = this.#records.tableOf(head.table);
          return before ? { ...before, ...head } : [];
        });
        for (const table of stored) {
          await this.#records.writeTable(connection, table);
        }
        for (const { lock, changes, branch } of counted) {
          if (branch?.head !== undefined && hasRowChanges(changes)) {
            await this.#records.writeSnapshot(connection, lock.table, lock.number, branch.head);
          }
        }
        const committed = await recordCommits(connection, counted, { transaction, metadata, nowMs, states }, (lock) =>
          this.#expire(connection, lock, nowMs),
        );
        return { ...committed, stored };
      },
      ({ updates, stored }) => {
        for (const table of stored) {
          this.#records.cacheTable(table);
        }
        states.update(updates);
        locks.remove(counted.map(({ lock }) => lock).filter((lock) => locks.lockOf(lock.table) === lock));
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
    await this.#branches.drop(left, this.#onFailure);
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
