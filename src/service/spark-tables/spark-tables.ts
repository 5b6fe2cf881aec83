import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { formatCsvField } from "../../base/csv-rows.ts";
import { TaskQueue } from "../../base/task-queue.ts";
import { Database, type DatabaseOptions } from "../../duckdb/database.ts";
import type { SparkCluster } from "../../lakehouse/spark-cluster.ts";
import type { SparkValue } from "../../spark-connect/arrow-values.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import { isSameName } from "../store/same-name.ts";
import { restrictFileAccess } from "../table-data/catalogue.ts";
import { clearCommittedTenants, hasRowChanges, readCommittedTenants } from "../table-data/commit.ts";
import { listRetainedSnapshots } from "../table-data/snapshots.ts";
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
} from "../table-data/table-data.ts";
import { haveSameColumns } from "../table-data/table-schema-cache.ts";
import { findConflictingLocks, lockTables, lockUnlessHeld } from "../table-data/write-locks.ts";
import { icebergTypeOf, isPromotable } from "./column-types.ts";
import { InputViews } from "./input-views.ts";
import { type JobSession, JobSessions } from "./job-session.ts";
import { Lakehouse } from "./lakehouse.ts";
import { textOf } from "./output-rows.ts";
import { withSparkErrors } from "./spark-errors.ts";
import { SparkTableSession } from "./spark-table-session.ts";
import { TableCommits } from "./table-commits.ts";
import { type StoredTable, type TableBranch, TableRecords } from "./table-records.ts";
import { readTableQuery } from "./table-view.ts";
import { TransactionBranches } from "./transaction-branches.ts";

interface SparkTablesOptions {
  readonly clock: Clock;
  readonly cluster: SparkCluster;
  readonly platform: PlatformDatabase;
  /** Limits of the DuckDB that reads and writes the files of transactions. */
  readonly database: DatabaseOptions;
  /** Folders of inputs and outputs. */
  readonly fileFolders: readonly string[];
  readonly onFailure: (error: unknown) => void;
}

/** Prefix of the ids of transactions that refresh views; what is left of them is rolled back on opening. */
const refreshPrefix = "refresh ";

/**
 * Implementation of `TableData` on a Spark cluster: rows in Apache Iceberg behind a REST catalog, a branch of each table
 * that a transaction writes. Which snapshot of a table counts is a record in the platform's database, so that a commit is
 * atomic for all readers of the service on any catalog; it is published to the catalog after that.
 */
export class SparkTables implements TableData {
  readonly #clock: Clock;
  readonly #files: Database;
  readonly #lakehouse: Lakehouse;
  readonly #records: TableRecords;
  readonly #branches: TransactionBranches;
  readonly #commits: TableCommits;
  readonly #onFailure: (error: unknown) => void;
  readonly #sessions: JobSessions;
  /** Session for what is no statement of a job, such as counting. */
  readonly #spark: JobSession;
  /** Runs what changes the catalog, so that each change sees what the one before has published. */
  readonly #changes = new TaskQueue();
  #onCommit: (tenant: string, changed: readonly string[]) => Promise<void> = async () => undefined;

  private constructor(options: SparkTablesOptions, files: Database, records: TableRecords, owner: string) {
    this.#clock = options.clock;
    this.#onFailure = options.onFailure;
    this.#files = files;
    this.#records = records;
    this.#lakehouse = new Lakehouse(options.cluster, owner);
    this.#branches = new TransactionBranches(this.#lakehouse, records);
    this.#sessions = new JobSessions(options.cluster);
    this.#spark = this.#sessions.take();
    this.#commits = new TableCommits({
      clock: options.clock,
      lakehouse: this.#lakehouse,
      records,
      branches: this.#branches,
      spark: this.#spark,
      onFailure: options.onFailure,
    });
  }

  /** Opens the records. The cluster is asked for with the first job, so that the service starts without it. */
  static async open(options: SparkTablesOptions): Promise<SparkTables> {
    const records = await TableRecords.open(options.platform);
    const owner = await readOrCreateOwner(options.platform);
    const files = await Database.open(":memory:", options.database);
    await files.use((connection) => restrictFileAccess(connection, options.fileFolders));
    const tables = new SparkTables(options, files, records, owner);
    for (const { transactionId, table } of tables.listLocks()) {
      if (transactionId.startsWith(refreshPrefix)) {
        await tables.#commits.unlock({ transactionId, tenant: table.tenant });
      }
    }
    void tables.#changes.run(() => tables.#commits.cleanUp());
    return tables;
  }

  lock(transactionId: string, tables: readonly AccessibleTable[]): Promise<readonly TableLock[]> {
    return lockUnlessHeld(transactionId, tables, this.#records.locks, (id, groups) => this.lockEach(id, groups));
  }

  async lockEach(
    transactionId: string,
    groups: readonly (readonly AccessibleTable[])[],
  ): Promise<readonly (readonly TableLock[])[]> {
    const { locks } = this.#records;
    if (groups.every((group) => group.every(({ table }) => locks.lockOf(table)))) {
      return groups.map((group) => findConflictingLocks(transactionId, group, locks));
    }
    return await this.#changes.run(() =>
      withSparkErrors("Locking the tables", undefined, async () => {
        for (const group of groups) {
          if (findConflictingLocks(transactionId, group, locks).length === 0) {
            for (const accessible of group.filter(({ table }) => !locks.lockOf(table))) {
              await this.#commits.prepareTable(accessible);
            }
          }
        }
        const stored = {
          columnsOf: (table: TenantTable) => this.#records.tableOf(table)?.columns,
          createIfMissing: async () => undefined,
        };
        const { conflicts } = await this.#records.change(
          (connection) => lockTables(connection, transactionId, groups, locks, stored),
          (made) => {
            for (const lock of made.locks) {
              locks.add(lock);
            }
          },
        );
        return conflicts;
      }),
    );
  }

  listLocks(): readonly TableLock[] {
    return this.#records.locks.all();
  }

  async openSessions(transactionId: string): Promise<TableSessions> {
    const files = await this.#files.connect();
    const spark = this.#sessions.take();
    const parts = {
      spark,
      lakehouse: this.#lakehouse,
      records: this.#records,
      branches: this.#branches,
      inputs: new InputViews(files),
      files,
      now: () => this.#clock.now(),
    };
    return {
      enter: (tenant, accessible) => new SparkTableSession(parts, { transactionId, tenant }, accessible),
      close: () => {
        this.#sessions.giveBack(spark);
        files.close();
      },
    };
  }

  async countChanges(transaction: TransactionInTenant): Promise<ReadonlyMap<string, RowChanges>> {
    const counted = await withSparkErrors("Counting the changes", undefined, () => this.#commits.count(transaction));
    return new Map(counted.map(({ lock, changes }) => [lock.table.source, changes]));
  }

  async commit(
    transaction: TransactionInTenant,
    metadata: readonly MetadataToCommit[],
  ): Promise<ReadonlyMap<string, RowChanges>> {
    const changes = await this.#changes.run(() =>
      withSparkErrors("The commit", undefined, () => this.#commits.commit(transaction, metadata, true)),
    );
    const changed = [...changes].flatMap(([source, change]) => (hasRowChanges(change) ? source : []));
    if (changed.length > 0) {
      await this.#onCommit(transaction.tenant, changed);
    }
    return changes;
  }

  async rollback(transaction: TransactionInTenant): Promise<void> {
    await this.#commits.unlock(transaction);
    this.#branches.dropLater(this.#branchesOf(transaction), this.#onFailure);
  }

  listCommitted(): Promise<readonly TransactionInTenant[]> {
    return this.#records.platform.use(readCommittedTenants);
  }

  clearCommitted(): Promise<void> {
    return this.#records.change(clearCommittedTenants);
  }

  afterCommit(work: (tenant: string, changed: readonly string[]) => Promise<void>): void {
    this.#onCommit = work;
  }

  async refreshView({ accessible, query }: MaterializedView, tables: readonly AccessibleTable[]): Promise<void> {
    const transaction = { transactionId: `${refreshPrefix}${randomUUID()}`, tenant: accessible.table.tenant };
    if ((await this.lock(transaction.transactionId, [accessible])).length > 0) {
      return;
    }
    const sessions = await this.openSessions(transaction.transactionId);
    try {
      const session = sessions.enter(transaction.tenant, { tables, inputs: [] });
      await (session as SparkTableSession).refresh(accessible.name, query);
      await this.#changes.run(() => this.#commits.commit(transaction, [], false));
    } catch (error) {
      await this.rollback(transaction);
      throw error;
    } finally {
      sessions.close();
    }
  }

  readState(table: TenantTable): TableState | undefined {
    return this.#records.states.stateOf(table);
  }

  async *readCsv(
    accessible: AccessibleTable,
    columns: readonly CsvColumn[],
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${columns.map(({ name }) => formatCsvField(name)).join(",")}\n`);
    const spark = this.#sessions.take();
    try {
      const parts = { lakehouse: this.#lakehouse, spark };
      const session = await withSparkErrors("Reading the rows", signal, () => spark.ready(signal));
      const rows = await readTableQuery(accessible, this.#records.tableOf(accessible.table)?.snapshot, parts, signal);
      for await (const batch of session.batches(rows, signal)) {
        const positions = columns.map(({ column }) =>
          batch.columns.findIndex(({ name }) => isSameName(name, column.name)),
        );
        const lines = batch.rows.map((row) =>
          positions.map((at) => formatCsvField(csvText(row[at] ?? null, batch.columns[at]?.type ?? ""))).join(","),
        );
        yield Buffer.from(lines.map((line) => `${line}\n`).join(""));
      }
    } finally {
      this.#sessions.giveBack(spark);
    }
  }

  async countRows(accessible: AccessibleTable): Promise<StoredRows> {
    const stored = this.#records.tableOf(accessible.table);
    if (stored?.snapshot === undefined) {
      return { recordCount: 0, sizeBytes: 0 };
    }
    const { snapshot, recordCount, sizeBytes } = stored;
    if (!accessible.rowFilter) {
      return { recordCount, sizeBytes };
    }
    return await withSparkErrors("Counting the rows", undefined, async () => {
      await this.#spark.ready();
      const rows = await readTableQuery(accessible, snapshot, { lakehouse: this.#lakehouse, spark: this.#spark });
      const [count = 0] = await this.#spark.numbers(`SELECT count(*) FROM (${rows})`);
      return { recordCount: count, sizeBytes };
    });
  }

  listSnapshots(accessible: AccessibleTable): Promise<readonly TableSnapshot[]> {
    return this.#records.platform.use((connection) => listRetainedSnapshots(connection, accessible, this.#clock.now()));
  }

  #listLossyColumns(source: string, columns: readonly TableColumn[]): readonly string[] {
    const withRows = this.#tablesOf(source).filter(({ snapshot }) => snapshot !== undefined);
    const lossy = columns.filter(({ name, type }) =>
      withRows.some((stored) =>
        stored.columns.some(
          (one) => isSameName(one.name, name) && !isPromotable(icebergTypeOf(one.type), icebergTypeOf(type)),
        ),
      ),
    );
    return lossy.map(({ name }) => name);
  }

  reshape(source: string, columns: readonly TableColumn[]): Promise<ReshapeRefusal | undefined> {
    return withSparkErrors("Changing the columns", undefined, async () => {
      const lossy = this.#listLossyColumns(source, columns);
      if (lossy.length > 0) {
        return { kind: "lossy", columns: lossy };
      }
      for (const stored of this.#tablesOf(source).filter((one) => !haveSameColumns(one.columns, columns))) {
        await this.#lakehouse.changeColumns(stored.table, columns);
        // Not waited for: the caller holds the transaction of the database that this needs. The lock does it again.
        this.#records.updateTable(stored.table, (now) => ({ ...now, columns })).catch(this.#onFailure);
      }
      return undefined;
    });
  }

  async close(): Promise<void> {
    await this.#changes.settled();
    await this.#branches.dropped();
    await this.#records.settle();
    this.#spark.close();
    this.#sessions.close();
    this.#files.close();
  }

  #tablesOf(source: string): readonly StoredTable[] {
    return this.#records.tables().filter(({ table }) => table.source === source);
  }

  #branchesOf({ transactionId, tenant }: TransactionInTenant): readonly TableBranch[] {
    return this.#records
      .branches()
      .filter((branch) => branch.transactionId === transactionId && branch.table.tenant === tenant);
  }
}

/** Id of the service's data folder in the catalog, made with the first start on Spark. */
async function readOrCreateOwner(platform: PlatformDatabase): Promise<string> {
  return await platform.transaction(async (connection) => {
    const [known] = await connection.rows("SELECT value FROM settings WHERE name = 'lakehouseOwner'");
    if (known) {
      return String(known.value);
    }
    const owner = randomUUID();
    await connection.run("INSERT INTO settings VALUES ('lakehouseOwner', ?)", [owner]);
    return owner;
  });
}

/** Text of a value in `readCsv`. */
function csvText(value: SparkValue, type: string): string {
  const text = textOf(value, type) ?? "";
  if (type === "date" || type.startsWith("timestamp")) {
    return text === "" ? "" : `${text.slice(0, 10)}T${text.slice(11, 19) || "00:00:00"}`;
  }
  return type.startsWith("decimal") && text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
