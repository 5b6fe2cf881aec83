import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { formatCsvField } from "../../base/csv-rows.ts";
import { type Connection, type Database, type DatabaseOptions, quoteName } from "../../duckdb/database.ts";
import type { TranslatedStatement } from "../engine/spark/types/translated-statement.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import { openDatabase } from "../store/open-database.ts";
import { physicalTableNameOf, physicalTablePathOf, prepareCatalogue, storedColumnsOf } from "./catalogue.ts";
import {
  type CommitContext,
  clearCommittedTenants,
  commitTables,
  countTransactionChanges,
  hasRowChanges,
  readCommittedTenants,
  recordCommittedTenant,
  rollBackTables,
} from "./commit.ts";
import { SharedInputRelations } from "./input-source.ts";
import { type InitialTable, loadInitialTable } from "./load-table.ts";
import { planRefresh } from "./plan-refresh.ts";
import { reclaimSpace } from "./reclaim-space.ts";
import { withTableDataErrors } from "./run-failure.ts";
import { type SessionEnvironment, VersionedTableSession } from "./session.ts";
import { listRetainedSnapshots } from "./snapshots.ts";
import type {
  AccessibleTable,
  CsvColumn,
  MaterializedView,
  MetadataToCommit,
  ReshapeRefusal,
  RowChanges,
  StoredRows,
  TableColumn,
  TableData,
  TableLock,
  TableSessions,
  TableSnapshot,
  TableState,
  TenantTable,
  TransactionInTenant,
} from "./table-data.ts";
import { buildSelectRowsSql, selectCsvLinesSql } from "./table-relation.ts";
import { haveSameColumns, rebuildTables, TableSchemaCache } from "./table-schema-cache.ts";
import { TableStates, type TableUpdate } from "./table-states.ts";
import { TableWriters } from "./table-writers.ts";
import { TranslationCache } from "./translation-cache.ts";
import { writeViewProgress } from "./view-progress.ts";
import { lockTables, lockUnlessHeld, type WriteLock, WriteLocks } from "./write-locks.ts";
import { WriteQueue } from "./write-queue.ts";

interface TableDataOptions {
  readonly clock: Clock;
  readonly database: DatabaseOptions;
  readonly disk: DiskGuard;
  /** Folders of inputs and outputs, the only files that SQL may access. */
  readonly fileFolders: readonly string[];
}

/** Prefix of internal transaction ids of view refreshes; leftover transactions with it are rolled back on opening. */
const refreshPrefix = "refresh ";

/** Implementation of `TableData` that stores the rows in one DuckDB file. */
export class VersionedTables implements TableData {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #disk: DiskGuard;
  readonly #queue: WriteQueue;
  readonly #schemas: TableSchemaCache;
  readonly #locks: WriteLocks;
  readonly #states: TableStates;
  readonly #writers = new TableWriters();
  readonly #checked = new WeakSet<TranslatedStatement>();
  #onCommit: (tenant: string, changed: readonly string[]) => Promise<void> = async () => undefined;

  private constructor(
    database: Database,
    { clock, disk }: TableDataOptions,
    shapes: TableSchemaCache,
    locks: WriteLocks,
    states: TableStates,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#disk = disk;
    this.#queue = new WriteQueue(database);
    this.#schemas = shapes;
    this.#locks = locks;
    this.#states = states;
  }

  /** Opens the file, or creates it if it is missing. Locks persist over restarts. */
  static async open(path: string, options: TableDataOptions): Promise<VersionedTables> {
    const opened = await openDatabase(
      path,
      options.database,
      "Restore the data folder from a backup, or move the file away to continue without the rows of all table sources",
    );
    try {
      await prepareCatalogue(opened, options.fileFolders);
      const known = [
        await TableSchemaCache.read(opened),
        await WriteLocks.read(opened),
        await TableStates.read(opened),
      ] as const;
      const tables = new VersionedTables(opened, options, ...known);
      for (const { transactionId, table } of tables.listLocks()) {
        if (transactionId.startsWith(refreshPrefix)) {
          await tables.rollback({ transactionId, tenant: table.tenant });
        }
      }
      await tables.#reclaimSpace();
      return tables;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  lock(transactionId: string, tables: readonly AccessibleTable[]): Promise<readonly TableLock[]> {
    return lockUnlessHeld(transactionId, tables, this.#locks, (id, groups) => this.lockEach(id, groups));
  }

  lockEach(
    transactionId: string,
    groups: readonly (readonly AccessibleTable[])[],
  ): Promise<readonly (readonly TableLock[])[]> {
    return withTableDataErrors("Locking the tables", undefined, async () => {
      const { conflicts } = await this.#queue.run(
        (connection) => lockTables(connection, transactionId, groups, this.#locks, this.#schemas),
        ({ created, locks }) => {
          for (const { table, columns } of created) {
            this.#schemas.update(physicalTableNameOf(table), columns);
          }
          for (const lock of locks) {
            this.#locks.add(lock);
          }
        },
      );
      return conflicts;
    });
  }

  listLocks(): readonly TableLock[] {
    return this.#locks.all();
  }

  async openSessions(transactionId: string): Promise<TableSessions> {
    const connection = await this.#database.connect();
    const caches = createSessionCaches(connection);
    return {
      enter: (tenant, accessible) =>
        new VersionedTableSession(connection, caches, { transactionId, tenant }, accessible, this.#environment),
      close: () => connection.close(),
    };
  }

  countChanges(transaction: TransactionInTenant): Promise<ReadonlyMap<string, RowChanges>> {
    return withTableDataErrors("Counting the changes", undefined, () =>
      this.#database.use((connection) => countTransactionChanges(connection, this.#locks.heldBy(transaction))),
    );
  }

  async commit(
    transaction: TransactionInTenant,
    metadata: readonly MetadataToCommit[],
  ): Promise<ReadonlyMap<string, RowChanges>> {
    const locks = this.#locks.heldBy(transaction);
    const { tenant } = transaction;
    const { changes } = await withTableDataErrors("The commit", undefined, () =>
      this.#queue.run(
        async (connection) => {
          await recordCommittedTenant(connection, transaction);
          return await commitTables(connection, locks, this.#commitContext(transaction, metadata));
        },
        ({ updates }) => this.#recordCommit(locks, updates),
      ),
    );
    const changed = [...changes].flatMap(([source, change]) => (hasRowChanges(change) ? source : []));
    if (changed.length > 0) {
      await this.#onCommit(tenant, changed);
    }
    return changes;
  }

  afterCommit(work: (tenant: string, changed: readonly string[]) => Promise<void>): void {
    this.#onCommit = work;
  }

  async refreshView(view: MaterializedView, tables: readonly AccessibleTable[]): Promise<void> {
    const plan = await planRefresh(this.#database, view, tables);
    const { accessible } = view;
    const transaction = { transactionId: `${refreshPrefix}${randomUUID()}`, tenant: accessible.table.tenant };
    if (!plan || (await this.lock(transaction.transactionId, [accessible])).length > 0) {
      return;
    }
    const locks = this.#locks.heldBy(transaction);
    const connection = await this.#database.connect();
    const session = new VersionedTableSession(
      connection,
      createSessionCaches(connection),
      transaction,
      { tables, inputs: [] },
      this.#environment,
    );
    try {
      await session.refresh(accessible.name, plan.refresh);
      await this.#queue.run(
        async (connection) => {
          const committed = await commitTables(connection, locks, this.#commitContext(transaction, []));
          await writeViewProgress(connection, accessible.table, plan.progress);
          return committed;
        },
        ({ updates }) => this.#recordCommit(locks, updates),
      );
    } catch (error) {
      await this.rollback(transaction);
      throw error;
    } finally {
      connection.close();
    }
  }

  async rollback(transaction: TransactionInTenant): Promise<void> {
    const locks = this.#locks.heldBy(transaction);
    await withTableDataErrors("The rollback", undefined, () =>
      this.#queue.run(
        (connection) => rollBackTables(connection, transaction, locks),
        () => this.#locks.remove(locks),
      ),
    );
    await this.#reclaimSpace();
  }

  /** Releases unused disk space after a write that failed or was rolled back. */
  #reclaimSpace(): Promise<void> {
    return reclaimSpace(this.#database, (work) => this.#queue.run(work));
  }

  readState(table: TenantTable): TableState | undefined {
    return this.#states.stateOf(table);
  }

  listCommitted(): Promise<readonly TransactionInTenant[]> {
    return this.#database.use(readCommittedTenants);
  }

  clearCommitted(): Promise<void> {
    return this.#queue.run(clearCommittedTenants);
  }

  async *readCsv(
    accessible: AccessibleTable,
    columns: readonly CsvColumn[],
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${columns.map(({ name }) => formatCsvField(name)).join(",")}\n`);
    const connection = await this.#database.connect();
    try {
      const rows = buildSelectRowsSql(accessible, undefined, { shapes: this.#schemas, locks: this.#locks });
      yield* connection.lines(selectCsvLinesSql(rows, columns), [], signal);
    } finally {
      connection.close();
    }
  }

  countRows(accessible: AccessibleTable): Promise<StoredRows> {
    return this.#database.use(async (connection) => {
      if (!this.#schemas.columnsOf(accessible.table)) {
        return { recordCount: 0, sizeBytes: 0 };
      }
      const rows = buildSelectRowsSql(accessible, undefined, { shapes: this.#schemas, locks: this.#locks });
      const [count] = await connection.rows(`SELECT count(*) AS records FROM (${rows})`);
      const [size] = await connection.rows(
        `SELECT count(DISTINCT block_id) * (SELECT any_value(block_size) FROM pragma_database_size()) AS bytes
         FROM pragma_storage_info(?) WHERE block_id >= 0`,
        [physicalTablePathOf(accessible.table)],
      );
      const recordCount = Number(count?.records);
      return { recordCount, sizeBytes: Number(size?.bytes) };
    });
  }

  listSnapshots(accessible: AccessibleTable): Promise<readonly TableSnapshot[]> {
    return this.#database.use((connection) => listRetainedSnapshots(connection, accessible, this.#clock.now()));
  }

  async reshape(source: string, columns: readonly TableColumn[]): Promise<ReshapeRefusal | undefined> {
    const wanted = storedColumnsOf(columns);
    const others = this.#schemas.tablesOf(source).filter(([, stored]) => !haveSameColumns(stored, wanted));
    if (others.length === 0) {
      return undefined;
    }
    return await this.#writers.change(source, async () => {
      const lossy = await withTableDataErrors("Changing the columns", undefined, () =>
        this.#queue.run(
          (connection) => rebuildTables(connection, others, wanted),
          (lossy) => {
            for (const [name] of lossy.length > 0 ? [] : others) {
              this.#schemas.update(name, columns);
            }
          },
        ),
      );
      return lossy.length > 0 ? { kind: "lossy", columns: lossy } : undefined;
    });
  }

  /**
   * Fills tables that never had rows, each as one snapshot. Leaves other tables unchanged. The SQL of a table can read
   * the tables before it.
   */
  async load(tables: readonly InitialTable[], signal?: AbortSignal): Promise<void> {
    const missing = tables.filter(({ accessible }) => !this.#schemas.columnsOf(accessible.table));
    await this.#queue.runOnOwnConnection(
      async (connection) => {
        const updates: TableUpdate[] = [];
        for (const table of tables) {
          const { accessible } = table;
          if (missing.includes(table)) {
            updates.push(await loadInitialTable(connection, table, this.#locks.nextNumber(), this.#states, signal));
          } else {
            const rows = buildSelectRowsSql(accessible, undefined, { shapes: this.#schemas, locks: this.#locks });
            await connection.run(`CREATE TEMP VIEW ${quoteName(accessible.name)} AS ${rows}`);
          }
        }
        return updates;
      },
      (updates) => {
        this.#states.update(updates);
        for (const { accessible } of missing) {
          this.#schemas.update(physicalTableNameOf(accessible.table), accessible.columns);
        }
      },
    );
    if (missing.length > 0) {
      await this.#database.use((connection) => connection.run("CHECKPOINT"));
    }
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#database.checkpointAndClose();
  }

  get #environment(): SessionEnvironment {
    return {
      shapes: this.#schemas,
      locks: this.#locks,
      clock: this.#clock,
      disk: this.#disk,
      writers: this.#writers,
      onFailedWrite: () => this.#reclaimSpace(),
      checked: this.#checked,
    };
  }

  #commitContext(transaction: TransactionInTenant, metadata: readonly MetadataToCommit[]): CommitContext {
    return { transaction, metadata, nowMs: this.#clock.now(), states: this.#states };
  }

  #recordCommit(locks: readonly WriteLock[], updates: readonly TableUpdate[]): void {
    this.#locks.remove(locks);
    this.#states.update(updates);
  }
}

function createSessionCaches(connection: Connection) {
  return { shared: new SharedInputRelations(connection), translations: new TranslationCache() };
}
