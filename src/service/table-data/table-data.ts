import type { SparkScope, TranslatedQuery, TranslatedStatement } from "../engine/spark/types/translated-statement.ts";

/** Identifies the rows of one tenant in one table source. */
export interface TenantTable {
  /** `uuid` of the definition. */
  readonly source: string;
  /** Complete code of the tenant. */
  readonly tenant: string;
}

/** A stored column of a table source; `storage` is its DuckDB type, such as `BIGINT`. */
export interface TableColumn {
  readonly name: string;
  readonly storage: string;
}

/** Restricts rows to those with this text in the column. */
export interface RowFilter {
  readonly column: string;
  readonly value: string;
}

/** A table as SQL of one tenant can access it. */
export interface AccessibleTable {
  /** SQL name: the `objectName` of the definition. */
  readonly name: string;
  /** The stored rows; for inherited data those of the defining tenant. */
  readonly table: TenantTable;
  readonly columns: readonly TableColumn[];
  /** Number of days for which snapshots are kept. */
  readonly retentionDays: number;
  readonly rowFilter: RowFilter | undefined;
  /** Whether the tenant inherits the rows and therefore must not write them. */
  readonly isReadonly: boolean;
}

type InputFormat = { readonly csv: { readonly header: boolean } } | { readonly parquet: object };

/** An uploaded file. */
export interface InputFile {
  /** Path within one of the folders with which the table data were opened. */
  readonly path: string;
  /** Name under which it was uploaded, for messages. */
  readonly name: string;
}

/** Uploaded files as one relation, with columns matched by name (sql-like-language 13.3). */
export interface AccessibleInput {
  /** SQL name; it hides a table of the same name. */
  readonly name: string;
  readonly files: readonly InputFile[];
  readonly format: InputFormat;
  readonly rowFilter: RowFilter | undefined;
}

/** Numbers of rows that a statement or a transaction changed in a table. */
export interface RowChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** A SQL transaction in one of its tenants. */
export interface TransactionInTenant {
  readonly transactionId: string;
  readonly tenant: string;
}

/** A lock of a table by a transaction. */
export interface TableLock {
  readonly table: TenantTable;
  readonly transactionId: string;
}

/** Key-value pairs that a commit sets on a table. */
export interface NewMetadata {
  readonly source: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** If false, sets them only if the transaction changed rows of the table (service-api, "SqlJobRequest"). */
  readonly appliesUnmodified: boolean;
}

/** Metadata of a table's rows (service-api, "TableMetadata"). */
export interface TableState {
  readonly metadata: Readonly<Record<string, string>>;
  /** Id of the SQL transaction that last wrote the rows. */
  readonly transactionId: string | undefined;
  /** ISO 8601 instant. */
  readonly recordsUpdatedAt: string | undefined;
}

/** A commit of a table, to whose rows the table can be reset. */
export interface Snapshot {
  /** ISO 8601 instant. */
  readonly committedAt: string;
  readonly transactionId: string;
  readonly recordCount: number;
  readonly changes: RowChanges;
}

export interface StoredRows {
  readonly recordCount: number;
  /** Size in bytes of the blocks with the rows and their history; 0 without rows. */
  readonly sizeBytes: number;
}

/** File format for the rows of a query: `parquet`, or `csv` with or without a header. */
export type OutputFormat = InputFormat;

/**
 * Rows of all table sources of all tenants, with versions. Changes of a SQL transaction are on disk after each
 * statement but not visible to others before its commit. A commit takes effect completely or not at all, even if the
 * process is killed. Failures are `TableDataError`s.
 */
export interface TableData {
  /**
   * Locks tables for a transaction, all or none, until it is committed or rolled back in the tenant; tables that it has
   * locked already stay locked. Returns the conflicting locks of other transactions; empty if the tables are locked
   * now.
   */
  lock(transactionId: string, tables: readonly AccessibleTable[]): Promise<readonly TableLock[]>;
  /** Locks several groups of tables, each all or none, and returns the conflicting locks for each group. */
  lockEach(
    transactionId: string,
    groups: readonly (readonly AccessibleTable[])[],
  ): Promise<readonly (readonly TableLock[])[]>;
  /** All locks, including those of earlier processes. */
  listLocks(): readonly TableLock[];

  /** Opens sessions for the statements of a job, in one tenant after the other. */
  openSessions(transactionId: string): Promise<TableSessions>;

  /**
   * Net changes of the transaction so far, for each table that it has locked in the tenant, by uuid of the table
   * source.
   */
  countChanges(transaction: TransactionInTenant): Promise<ReadonlyMap<string, RowChanges>>;
  /** Commits the transaction in the tenant: makes its changes visible together and releases its locks there. */
  commit(transaction: TransactionInTenant, metadata: readonly NewMetadata[]): Promise<ReadonlyMap<string, RowChanges>>;
  /** Rolls the transaction back in the tenant: undoes its changes and releases its locks there. */
  rollback(transaction: TransactionInTenant): Promise<void>;

  /**
   * Transactions that are committed, by tenant, until `clearCommitted`: an earlier process may not have recorded them
   * elsewhere.
   */
  listCommitted(): Promise<readonly TransactionInTenant[]>;
  /** Clears the list of committed transactions, once they are recorded elsewhere. */
  clearCommitted(): Promise<void>;

  /** Metadata of a table; `undefined` if it was never written. */
  readState(table: TenantTable): TableState | undefined;
  /** Counts the committed rows that the tenant can see. */
  countRows(table: AccessibleTable): Promise<StoredRows>;
  /** Snapshots to which the table can still be reset, the current rows included, newest first. */
  listSnapshots(table: AccessibleTable): Promise<readonly Snapshot[]>;

  /**
   * Names of the columns whose stored values, in any tenant and snapshot, would lose information when converted to
   * `columns`.
   */
  listLossyColumns(source: string, columns: readonly TableColumn[]): Promise<readonly string[]>;
  /** Changes the columns of the stored rows in all tenants; columns that keep their name keep their values. */
  reshape(source: string, columns: readonly TableColumn[]): Promise<void>;

  close(): Promise<void>;
}

/** Sessions on one connection; their statements run one after the other. Files for several tenants are read once. */
export interface TableSessions {
  /** Opens a session in a tenant; the session of the previous tenant must not be used any more. */
  enter(tenant: string, accessible: SessionRelations): TableSession;
  close(): void;
}

/** Tables and inputs that SQL may use. */
interface SessionRelations {
  readonly tables: readonly AccessibleTable[];
  readonly inputs: readonly AccessibleInput[];
}

/** Runs the statements of a job in one tenant. A statement that fails or is aborted has no effect. */
export interface TableSession {
  /** Relations that SQL may use: the inputs, and the tables that no input hides. */
  readScope(): Promise<SparkScope>;

  /** Runs an INSERT, DELETE, UPDATE or MERGE on a table that the transaction has locked. */
  write(statement: Exclude<TranslatedStatement, TranslatedQuery>, signal?: AbortSignal): Promise<RowChanges>;
  /**
   * Replaces rows of `target` by the rows of `source` with the same keys and adds the others (sql-like-language 13.2).
   * Names are SQL names.
   */
  upsert(source: string, target: string, keys: readonly string[], signal?: AbortSignal): Promise<RowChanges>;
  /** Makes the rows of `target` equal to those of `source`. */
  replace(source: string, target: string, signal?: AbortSignal): Promise<RowChanges>;
  /** Resets `target` to its latest snapshot at or before an ISO 8601 instant. */
  reset(target: string, asOf: string, signal?: AbortSignal): Promise<RowChanges>;

  /** Computes all rows of a query and returns their number. */
  countRows(query: TranslatedQuery, signal?: AbortSignal): Promise<number>;
  /**
   * Writes the rows of a query to a new file in one of the folders with which the table data were opened. Returns their
   * number.
   */
  writeFile(query: TranslatedQuery, path: string, format: OutputFormat, signal?: AbortSignal): Promise<number>;
  /**
   * Splits a file that `writeFile` wrote into complete files of at most `rowsPerPart` rows; `pathOf` gives their paths.
   * Returns their number; a file without rows gives one part.
   */
  splitFile(
    path: string,
    format: OutputFormat,
    rowsPerPart: number,
    pathOf: (index: number) => string,
    signal?: AbortSignal,
  ): Promise<number>;
  /** Distinct non-NULL values of an input's column as text: the names of the tenants for which it has rows. */
  listValues(input: string, column: string): Promise<readonly string[]>;
}
