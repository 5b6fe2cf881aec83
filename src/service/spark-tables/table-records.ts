import { TaskQueue } from "../../base/task-queue.ts";
import type { Connection } from "../../duckdb/database.ts";
import { valueTypeOfStorage } from "../store/column-storage.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import { createRecordTables, physicalTableNameOf, type StoredColumn } from "../table-data/catalogue.ts";
import type { RowChanges, TableColumn, TenantTable } from "../table-data/table-data.ts";
import { TableStates } from "../table-data/table-states.ts";
import { WriteLocks } from "../table-data/write-locks.ts";

/** A table that the service has made in the catalog. Snapshot ids are those of Iceberg; undefined without rows. */
export interface StoredTable {
  readonly table: TenantTable;
  /** Name in SQL when the table was last locked, for messages. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** The snapshot that counts: readers of the service see its rows. */
  readonly snapshot: string | undefined;
  /** The snapshot that the main branch in the catalog had last. It differs from `snapshot` until that is published. */
  readonly published: string | undefined;
  readonly recordCount: number;
  /** Size of the files of `snapshot`, in bytes. */
  readonly sizeBytes: number;
}

/** A transaction's branch of a table. It is stored before the branch is made, so that no crash leaves one behind. */
export interface TableBranch {
  readonly table: TenantTable;
  readonly transactionId: string;
  readonly name: string;
  /** Snapshot that the transaction began with; undefined if the table had no rows. */
  readonly base: string | undefined;
  /** Snapshot after the last statement; what the branch has beside it was cut off. Undefined until the branch is made. */
  readonly head: string | undefined;
  /** `next-row-id` and `last-sequence-number` of the table at the beginning; rows and changes of the transaction are above. */
  readonly nextRowId: string;
  readonly sequenceNumber: string;
  readonly recordCount: number;
  /** Net changes of the transaction, where its statements tell them without counting anew. */
  readonly changes: RowChanges | undefined;
  /** Whether the branch was set to an earlier snapshot, so that lineage alone does not tell its changes. */
  readonly isReset: boolean;
}

/** A table whose snapshot that counts is set as that of the main branch, and the branch that goes with it. */
export interface Publication {
  readonly stored: StoredTable;
  readonly branch: TableBranch | undefined;
}

const tablesTable = "kept.lakehouse_tables";
const branchesTable = "kept.table_branches";
const snapshotsTable = "kept.lakehouse_snapshots";

/**
 * Records about the tables in the lakehouse, in the platform's database and cached in memory: the current snapshot of
 * each, the locks, the commits and the branches of open transactions.
 */
export class TableRecords {
  readonly platform: PlatformDatabase;
  readonly locks: WriteLocks;
  readonly states: TableStates;
  readonly #tables = new Map<string, StoredTable>();
  readonly #branches = new Map<string, TableBranch>();
  readonly #queue = new TaskQueue();

  private constructor(platform: PlatformDatabase, locks: WriteLocks, states: TableStates) {
    this.platform = platform;
    this.locks = locks;
    this.states = states;
  }

  static async open(platform: PlatformDatabase): Promise<TableRecords> {
    await platform.transaction(async (connection) => {
      await createRecordTables(connection);
      for (const statement of [
        `CREATE TABLE IF NOT EXISTS ${tablesTable} (source VARCHAR, tenant VARCHAR, document VARCHAR)`,
        `CREATE TABLE IF NOT EXISTS ${branchesTable} (
           source VARCHAR, tenant VARCHAR, transaction_id VARCHAR, document VARCHAR,
           PRIMARY KEY (source, tenant, transaction_id))`,
        `CREATE TABLE IF NOT EXISTS ${snapshotsTable} (source VARCHAR, tenant VARCHAR, number BIGINT, snapshot VARCHAR)`,
      ]) {
        await connection.run(statement);
      }
    });
    const records = new TableRecords(platform, await WriteLocks.read(platform), await TableStates.read(platform));
    await platform.use((connection) => records.#read(connection));
    return records;
  }

  async #read(connection: Connection): Promise<void> {
    for (const row of await connection.rows(`SELECT document FROM ${tablesTable}`)) {
      this.cacheTable(parseStoredTable(String(row.document)));
    }
    for (const row of await connection.rows(`SELECT document FROM ${branchesTable}`)) {
      const branch: TableBranch = JSON.parse(String(row.document));
      this.#branches.set(branchKeyOf(branch), branch);
    }
  }

  /**
   * Runs changes one after the other, each in one transaction of the database. `onCommitted` receives the result before
   * the next change begins.
   */
  change<Value>(
    work: (connection: Connection) => Promise<Value>,
    onCommitted?: (value: Value) => void,
  ): Promise<Value> {
    return this.#inTurn(() => this.platform.transaction(work), onCommitted);
  }

  #inTurn<Value>(write: () => Promise<Value>, onCommitted?: (value: Value) => void): Promise<Value> {
    return this.#queue.run(async () => {
      const value = await write();
      onCommitted?.(value);
      return value;
    });
  }

  tableOf(table: TenantTable): StoredTable | undefined {
    return this.#tables.get(keyOf(table));
  }

  tables(): readonly StoredTable[] {
    return [...this.#tables.values()];
  }

  branchOf(table: TenantTable, transactionId: string): TableBranch | undefined {
    return this.#branches.get(branchKeyOf({ table, transactionId }));
  }

  branches(): readonly TableBranch[] {
    return [...this.#branches.values()];
  }

  async addTable(stored: StoredTable): Promise<void> {
    await this.change(
      (connection) => this.writeTable(connection, stored),
      () => this.cacheTable(stored),
    );
  }

  /** Changes what is stored of a table. `update` gets what the changes before it have left. */
  async updateTable(table: TenantTable, update: (stored: StoredTable) => StoredTable): Promise<void> {
    await this.change(
      (connection) => this.#writeUpdated(connection, table, update),
      (updated) => this.#cacheUpdated(updated),
    );
  }

  /** Stores that the main branches of tables are at the snapshots that count, and forgets the branches that went with them. */
  async savePublished(publications: readonly Publication[]): Promise<void> {
    if (publications.length === 0) {
      return;
    }
    await this.change(
      async (connection) => {
        const updated: (StoredTable | undefined)[] = [];
        for (const { stored, branch } of publications) {
          const published = { published: stored.snapshot };
          updated.push(await this.#writeUpdated(connection, stored.table, (now) => ({ ...now, ...published })));
          if (branch) {
            await removeBranch(connection, branch);
          }
        }
        return updated;
      },
      (updated) => {
        for (const [index, { branch }] of publications.entries()) {
          this.#cacheUpdated(updated[index]);
          if (branch) {
            this.#branches.delete(branchKeyOf(branch));
          }
        }
      },
    );
  }

  async #writeUpdated(
    connection: Connection,
    table: TenantTable,
    update: (stored: StoredTable) => StoredTable,
  ): Promise<StoredTable | undefined> {
    const stored = this.tableOf(table);
    const updated = stored && update(stored);
    if (updated) {
      await this.writeTable(connection, updated);
    }
    return updated;
  }

  #cacheUpdated(updated: StoredTable | undefined): void {
    if (updated) {
      this.cacheTable(updated);
    }
  }

  /** Writes a table within a change; `cacheTable` follows when it is committed. */
  async writeTable(connection: Connection, stored: StoredTable): Promise<void> {
    const { source, tenant } = stored.table;
    await connection.run(`DELETE FROM ${tablesTable} WHERE source = ? AND tenant = ?`, [source, tenant]);
    await connection.run(`INSERT INTO ${tablesTable} VALUES (?, ?, ?)`, [source, tenant, JSON.stringify(stored)]);
  }

  cacheTable(stored: StoredTable): void {
    this.#tables.set(keyOf(stored.table), stored);
  }

  /** Saves a branch by one prepared statement, because each statement of a job waits for it. */
  async saveBranch(branch: TableBranch): Promise<void> {
    const { table, transactionId } = branch;
    const values = [table.source, table.tenant, transactionId, JSON.stringify(branch)];
    await this.#inTurn(
      () => this.platform.writePrepared(`INSERT OR REPLACE INTO ${branchesTable} VALUES (?, ?, ?, ?)`, values),
      () => this.#branches.set(branchKeyOf(branch), branch),
    );
  }

  /** Forgets a branch that the catalog does not have any more. */
  async forgetBranch(branch: TableBranch): Promise<void> {
    await this.change(
      (connection) => removeBranch(connection, branch),
      () => this.#branches.delete(branchKeyOf(branch)),
    );
  }

  /** Stores the snapshot of a commit within a change. */
  async writeSnapshot(
    connection: Connection,
    { source, tenant }: TenantTable,
    number: number,
    snapshot: string,
  ): Promise<void> {
    await connection.run(`INSERT INTO ${snapshotsTable} VALUES (?, ?, ?::BIGINT, ?)`, [
      source,
      tenant,
      number,
      snapshot,
    ]);
  }

  /** Forgets the snapshots of commits before a number, within a change. */
  async expireSnapshots(connection: Connection, { source, tenant }: TenantTable, number: number): Promise<void> {
    await connection.run(`DELETE FROM ${snapshotsTable} WHERE source = ? AND tenant = ? AND number < ?::BIGINT`, [
      source,
      tenant,
      number,
    ]);
  }

  /** Returns the snapshot of a commit by its number. */
  async snapshotOf({ source, tenant }: TenantTable, number: number): Promise<string | undefined> {
    const [row] = await this.platform.use((connection) =>
      connection.rows(`SELECT snapshot FROM ${snapshotsTable} WHERE source = ? AND tenant = ? AND number = ?::BIGINT`, [
        source,
        tenant,
        number,
      ]),
    );
    return row && String(row.snapshot);
  }

  /** Waits for the changes in progress. */
  async settle(): Promise<void> {
    await this.#queue.settled();
  }
}

/** Parses a stored table. Older ones have columns with types of DuckDB. */
function parseStoredTable(document: string): StoredTable {
  const stored: Omit<StoredTable, "columns"> & { readonly columns: readonly (TableColumn | StoredColumn)[] } =
    JSON.parse(document);
  const columns = stored.columns.map((column) =>
    "storage" in column ? { name: column.name, type: valueTypeOfStorage(column.storage) } : column,
  );
  return { ...stored, columns };
}

async function removeBranch(
  connection: Connection,
  { table, transactionId }: Pick<TableBranch, "table" | "transactionId">,
): Promise<void> {
  await connection.run(`DELETE FROM ${branchesTable} WHERE source = ? AND tenant = ? AND transaction_id = ?`, [
    table.source,
    table.tenant,
    transactionId,
  ]);
}

function keyOf(table: TenantTable): string {
  return physicalTableNameOf(table);
}

function branchKeyOf({ table, transactionId }: Pick<TableBranch, "table" | "transactionId">): string {
  return `${keyOf(table)} ${transactionId}`;
}
