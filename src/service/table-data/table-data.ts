import type { ValueType } from "../store/column-storage.ts";

/** Identifies the rows of one table source in one tenant. */
export interface TenantTable {
  /** Uuid of the table source. */
  readonly source: string;
  /** Complete code of the tenant. */
  readonly tenant: string;
}

/** A column of a table source. */
export interface TableColumn {
  readonly name: string;
  readonly type: ValueType;
}

/** A column of the CSV that a table is read as. */
export interface CsvColumn {
  /** Name in the header. */
  readonly name: string;
  readonly column: TableColumn;
}

/** Filter for the rows that have a given text in a column. */
export interface RowFilter {
  readonly column: string;
  readonly value: string;
}

/** A table that the SQL of a tenant can access. */
export interface AccessibleTable {
  /** SQL name: the `objectName` of the definition. */
  readonly name: string;
  /** The stored rows. For inherited data these are the rows of the defining tenant. */
  readonly table: TenantTable;
  readonly columns: readonly TableColumn[];
  /** Number of days for which snapshots are kept. */
  readonly retentionDays: number;
  readonly rowFilter: RowFilter | undefined;
  /** Whether the tenant must not write the rows, because it inherits them. */
  readonly isReadonly: boolean;
}

type InputFormat = { readonly csv: { readonly header: boolean } } | { readonly parquet: object };

/** An uploaded file. */
export interface InputFile {
  /** Path of the file, in one of the folders that table data may access. */
  readonly path: string;
  /** Name under which the file was uploaded, for messages. */
  readonly name: string;
}

/** Uploaded files that SQL reads as one relation. Columns are matched by name (sql-like-language 13.3). */
export interface AccessibleInput {
  /** SQL name of the relation. It hides a table of the same name. */
  readonly name: string;
  readonly files: readonly InputFile[];
  readonly format: InputFormat;
  readonly rowFilter: RowFilter | undefined;
}

/** An enabled materialized view with rows of the tenant itself (sql-like-language 13.4). */
export interface MaterializedView {
  readonly accessible: AccessibleTable;
  /** The SELECT that defines the rows, in Spark SQL. */
  readonly query: string;
  /** Tables that the rows depend on. `joinFilter` relates their rows to those of the view; empty if nothing does. */
  readonly dependencies: readonly { readonly upstream: AccessibleTable; readonly joinFilter: string }[];
}

/** Numbers of rows that a statement or a transaction added, changed and removed in a table. */
export interface RowChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Identifies a SQL transaction in one of its tenants. */
export interface TransactionInTenant {
  readonly transactionId: string;
  readonly tenant: string;
}

/** A transaction's lock on a table. */
export interface TableLock {
  readonly table: TenantTable;
  readonly transactionId: string;
}

/** Key-value pairs that a commit stores as metadata of a table. */
export interface MetadataToCommit {
  readonly source: string;
  readonly metadata: Readonly<Record<string, string>>;
  /**
   * Whether to store the pairs even if the transaction did not change rows of the table (service-api, "SqlJobRequest").
   */
  readonly appliesUnmodified: boolean;
}

/** Metadata of a table's rows (service-api, "TableMetadata"). */
export interface TableState {
  readonly metadata: Readonly<Record<string, string>>;
  /** Id of the SQL transaction that last wrote rows of the table. */
  readonly transactionId: string | undefined;
  /** Time of the last change of the rows, as an ISO 8601 instant. */
  readonly recordsUpdatedAt: string | undefined;
}

/** State of a table after one of its commits. The table can be reset to it. */
export interface TableSnapshot {
  /** Time of the commit, as an ISO 8601 instant. */
  readonly committedAt: string;
  readonly transactionId: string;
  readonly recordCount: number;
  readonly changes: RowChanges;
}

export interface StoredRows {
  readonly recordCount: number;
  /** Size of the blocks with the rows and their history, in bytes. It is 0 without rows. */
  readonly sizeBytes: number;
}

/** File format for the rows of a query: `parquet`, or `csv` with or without a header. */
export type OutputFormat = InputFormat;

/**
 * Rows of the table sources of all tenants, with their versions. Changes of a SQL transaction are saved after each
 * statement, but other transactions see them only after the commit. A commit is atomic even if the process is killed.
 * All failures are `TableDataError`s.
 */
export interface TableData {
  /**
   * Locks tables for a transaction, all or none, until the transaction ends in the tenant. Returns the conflicting
   * locks of other transactions. The list is empty if the tables are locked now.
   */
  lock(transactionId: string, tables: readonly AccessibleTable[]): Promise<readonly TableLock[]>;
  /**
   * Locks several groups of tables; each group is locked completely or not at all. Returns the conflicting locks for
   * each group.
   */
  lockEach(
    transactionId: string,
    groups: readonly (readonly AccessibleTable[])[],
  ): Promise<readonly (readonly TableLock[])[]>;
  /** Returns all locks, including those of earlier processes. */
  listLocks(): readonly TableLock[];

  /** Opens a connection for the statements of a job, which run in one tenant after the other. */
  openSessions(transactionId: string): Promise<TableSessions>;

  /**
   * Counts the net changes of a transaction so far, for each table that it has locked in the tenant. The keys are uuids
   * of table sources.
   */
  countChanges(transaction: TransactionInTenant): Promise<ReadonlyMap<string, RowChanges>>;
  /** Commits a transaction in one tenant: makes its changes visible to others and releases its locks. */
  commit(
    transaction: TransactionInTenant,
    metadata: readonly MetadataToCommit[],
  ): Promise<ReadonlyMap<string, RowChanges>>;
  /** Rolls a transaction back in one tenant: undoes its changes and releases its locks. */
  rollback(transaction: TransactionInTenant): Promise<void>;

  /**
   * Returns the committed transactions by tenant. The list survives a crash, after which the transactions' own records
   * may lack the commit.
   */
  listCommitted(): Promise<readonly TransactionInTenant[]>;
  /** Clears the list of committed transactions. Call it when their own records have the commits. */
  clearCommitted(): Promise<void>;

  /** Sets a function that runs after each commit that changed rows. The commit waits for it. It must not reject. */
  afterCommit(work: (tenant: string, changed: readonly string[]) => Promise<void>): void;
  /**
   * Brings the rows of a view up to date with its dependencies. Does nothing if a transaction has locked the view.
   * `tables` are those that its query can read.
   */
  refreshView(view: MaterializedView, tables: readonly AccessibleTable[]): Promise<void>;

  /** Returns the metadata of a table. Undefined if the table was never written. */
  readState(table: TenantTable): TableState | undefined;
  /**
   * Yields the committed rows of a table that the tenant can see as CSV with a header: the values of some columns, under
   * the given names. Times are `yyyy-MM-dd'T'HH:mm:ss`, missing values are empty.
   */
  readCsv(table: AccessibleTable, columns: readonly CsvColumn[], signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Counts the committed rows of a table that the tenant can see. */
  countRows(table: AccessibleTable): Promise<StoredRows>;
  /** Returns the snapshots that the table can be reset to, newest first. The first one has the current rows. */
  listSnapshots(table: AccessibleTable): Promise<readonly TableSnapshot[]>;

  /**
   * Changes the columns of the stored rows in all tenants. Columns that keep their name keep their values. A refusal
   * leaves all columns as they are.
   */
  reshape(source: string, columns: readonly TableColumn[]): Promise<ReshapeRefusal | undefined>;

  close(): Promise<void>;
}

/**
 * Reason not to change the columns of stored rows. `written`: a statement is writing rows. `lossy`: values of `columns`,
 * in any tenant or snapshot, would lose information.
 */
export type ReshapeRefusal =
  | { readonly kind: "written" }
  | { readonly kind: "lossy"; readonly columns: readonly string[] };

/**
 * Sessions of a job on one connection. Their statements run one after the other. Files with rows for several tenants
 * are read only once.
 */
export interface TableSessions {
  /** Opens a session in a tenant. Ends the session of the previous tenant, which must not be used any more. */
  enter(tenant: string, accessible: SessionRelations): TableSession;
  close(): void;
}

/** A statement as an engine has understood it. Only the engine that prepared it reads more than this. */
export type PreparedStatement = PreparedQuery | PreparedWrite;

export interface PreparedQuery {
  readonly kind: "query";
}

/** A statement that writes rows of the table `target`, which has this name in SQL. */
export interface PreparedWrite {
  readonly kind: "insert" | "delete" | "update" | "merge";
  readonly target: string;
}

/** Tables and inputs that SQL may use. */
interface SessionRelations {
  readonly tables: readonly AccessibleTable[];
  readonly inputs: readonly AccessibleInput[];
}

/** Runs the SQL statements of a job in one tenant. A statement that fails or is aborted changes nothing. */
export interface TableSession {
  /**
   * Reads a statement of Spark SQL, which can use the inputs and the tables that no input hides. Throws a `SparkSqlError`
   * with its place for what the engine does not run.
   */
  prepare(text: string): Promise<PreparedStatement>;

  /** Runs an INSERT, DELETE, UPDATE or MERGE on a table that the transaction has locked. */
  write(statement: PreparedWrite, signal?: AbortSignal): Promise<RowChanges>;
  /**
   * Replaces the rows of `target` whose keys equal those of a row of `source`, and adds the other rows of `source`
   * (sql-like-language 13.2). The names are SQL names.
   */
  upsert(source: string, target: string, keys: readonly string[], signal?: AbortSignal): Promise<RowChanges>;
  /** Replaces the rows of `target` with those of `source`. Rows that are equal in both stay unchanged. */
  replace(source: string, target: string, signal?: AbortSignal): Promise<RowChanges>;
  /** Resets `target` to the latest snapshot at or before an ISO 8601 instant. */
  reset(target: string, asOf: string, signal?: AbortSignal): Promise<RowChanges>;

  /** Runs a query and returns the number of its rows. */
  countRows(query: PreparedQuery, signal?: AbortSignal): Promise<number>;
  /**
   * Writes the rows of a query to a new file and returns their number. The file must be in a folder that table data may
   * access.
   */
  writeFile(query: PreparedQuery, path: string, format: OutputFormat, signal?: AbortSignal): Promise<number>;
  /**
   * Splits a file of `writeFile` into complete files of at most `rowsPerPart` rows, at the paths from `pathOf`. Returns
   * the number of files, at least one.
   */
  splitFile(
    path: string,
    format: OutputFormat,
    rowsPerPart: number,
    pathOf: (index: number) => string,
    signal?: AbortSignal,
  ): Promise<number>;
  /** Returns the distinct values of an input's column as texts, without NULL. */
  listValues(input: string, column: string): Promise<readonly string[]>;
}
