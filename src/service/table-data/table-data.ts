import type { SparkScope, TranslatedQuery, TranslatedStatement } from "../engine/spark/translated-statement.ts";

/** The rows that one tenant has of one table source. */
export interface TenantTable {
  /** The `uuid` of the definition. */
  readonly source: string;
  /** Full code of the tenant. */
  readonly tenant: string;
}

/** A column of a table source as it is stored; `storage` is DuckDB's type, such as `BIGINT`. */
export interface TableColumn {
  readonly name: string;
  readonly storage: string;
}

/** Only the rows with this text in the column. */
export interface RowFilter {
  readonly column: string;
  readonly value: string;
}

/** A table as the SQL of one tenant reaches it. */
export interface AccessibleTable {
  /** The `objectName`, by which SQL calls it. */
  readonly name: string;
  /** Whose rows these are: with inherited data the defining tenant's. */
  readonly table: TenantTable;
  readonly columns: readonly TableColumn[];
  /** Days that snapshots stay. */
  readonly retentionDays: number;
  readonly only: RowFilter | undefined;
  /** Whether the tenant inherits the rows and so must not write them. */
  readonly isReadonly: boolean;
}

type InputFormat = { readonly csv: { readonly header: boolean } } | { readonly parquet: object };

/** An uploaded file. */
export interface InputFile {
  /** Within one of the folders that the table data were opened with. */
  readonly path: string;
  /** As it was uploaded, for messages. */
  readonly name: string;
}

/** Uploaded files as one relation, their columns put together by name (sql-like-language 13.3). */
export interface AccessibleInput {
  /** What SQL calls it; it hides a table of that name. */
  readonly name: string;
  readonly files: readonly InputFile[];
  readonly format: InputFormat;
  readonly only: RowFilter | undefined;
}

/** What a statement, or a whole transaction, does to the rows of a table. */
export interface RowChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** A SQL transaction as far as it concerns one tenant. */
export interface TransactionInTenant {
  readonly transactionId: string;
  readonly tenant: string;
}

/** Which transaction has locked a table. */
export interface TableLock {
  readonly table: TenantTable;
  readonly transactionId: string;
}

/** Key-value pairs that a commit gives a table. */
export interface NewMetadata {
  readonly source: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** False: only where the transaction has changed rows of the table (service-api, "SqlJobRequest"). */
  readonly appliesUnmodified: boolean;
}

/** What is kept beside the rows of a table (service-api, "TableMetadata"). */
export interface TableState {
  readonly metadata: Readonly<Record<string, string>>;
  /** The SQL transaction that wrote the rows last. */
  readonly transactionId: string | undefined;
  /** ISO 8601. */
  readonly recordsUpdatedAt: string | undefined;
}

/** The rows of a table after a commit, as they can be returned to. */
export interface Snapshot {
  /** ISO 8601. */
  readonly committedAt: string;
  readonly transactionId: string;
  readonly recordCount: number;
  readonly changes: RowChanges;
}

export interface StoredRows {
  readonly recordCount: number;
  /** Bytes of the blocks that hold the rows and their history; 0 without rows. */
  readonly sizeBytes: number;
}

/** How a query's rows are written: `parquet`, or `csv` with the names of the columns in its first line or not. */
export type OutputFormat = InputFormat;

/**
 * The rows of all table sources of all tenants, in versions: what a SQL transaction writes is on disk after each statement, but nobody
 * else sees it before its commit, and a commit takes effect wholly or not at all, also when the process is killed.
 * A failure is a `TableDataError`.
 */
export interface TableData {
  /**
   * Locks tables for a transaction, all of them or none, until its tenant is committed or rolled back; locks that it has already
   * are kept. Gives those of other transactions that stand against it; empty when the tables are locked.
   */
  lock(transactionId: string, tables: readonly AccessibleTable[]): Promise<readonly TableLock[]>;
  /** The same for several wishes at once, each of them all or none; gives for each what stands against it. */
  lockEach(
    transactionId: string,
    wishes: readonly (readonly AccessibleTable[])[],
  ): Promise<readonly (readonly TableLock[])[]>;
  /** All locks there are, also those that outlived a process. */
  listLocks(): readonly TableLock[];

  /** For the statements of a job, in one tenant after the other. */
  openSessions(transactionId: string): Promise<TableSessions>;

  /** What the transaction has done so far to each table that it holds in the tenant, by uuid; 0 where nothing. */
  countChanges(transaction: TransactionInTenant): Promise<ReadonlyMap<string, RowChanges>>;
  /** Makes all that the transaction wrote in the tenant visible at once and lets go of its locks there. */
  commit(transaction: TransactionInTenant, metadata: readonly NewMetadata[]): Promise<ReadonlyMap<string, RowChanges>>;
  /** Undoes all that the transaction wrote in the tenant and lets go of its locks there. */
  rollback(transaction: TransactionInTenant): Promise<void>;

  /** Where transactions are committed, as far as it is not forgotten: what an ended process may not have noted elsewhere. */
  listCommitted(): Promise<readonly TransactionInTenant[]>;
  /** For when all of these are noted elsewhere. */
  forgetCommitted(): Promise<void>;

  /** `undefined` while nothing was ever written to the table. */
  readState(table: TenantTable): TableState | undefined;
  /** The committed rows that the reach shows. */
  countRows(table: AccessibleTable): Promise<StoredRows>;
  /** Newest first, the present rows included; only those that a reset still reaches. */
  listSnapshots(table: AccessibleTable): Promise<readonly Snapshot[]>;

  /** Names of the columns whose stored values, in any tenant and snapshot, would not all survive as one of `columns`. */
  listLossyColumns(source: string, columns: readonly TableColumn[]): Promise<readonly string[]>;
  /** Brings the rows of all tenants to new columns: values of columns that stay by name stay. */
  reshape(source: string, columns: readonly TableColumn[]): Promise<void>;

  close(): Promise<void>;
}

/** One connection: the statements of its sessions run one after the other. Files for several tenants are read once. */
export interface TableSessions {
  /** The view of the rows for the statements in one tenant; that of the tenant before is not used any more. */
  enter(tenant: string, reach: Reach): TableSession;
  close(): void;
}

/** What SQL may name. */
interface Reach {
  readonly tables: readonly AccessibleTable[];
  readonly inputs: readonly AccessibleInput[];
}

/** What a job does in one tenant. A statement that fails or is cut leaves no trace. */
export interface TableSession {
  /** The relations that SQL may name here: inputs, and tables that no input hides. */
  readScope(): Promise<SparkScope>;

  /** Runs an INSERT, DELETE, UPDATE or MERGE on a table that the transaction has locked. */
  write(statement: Exclude<TranslatedStatement, TranslatedQuery>, signal?: AbortSignal): Promise<RowChanges>;
  /** Rows of `source` replace those of `target` with the same keys; others are added (sql-like-language 13.2). Names are SQL names. */
  upsert(source: string, target: string, keys: readonly string[], signal?: AbortSignal): Promise<RowChanges>;
  /** `target` ends with exactly the rows of `source`. */
  replace(source: string, target: string, signal?: AbortSignal): Promise<RowChanges>;
  /** `target` ends with the rows of its latest snapshot at or before an instant in ISO 8601. */
  reset(target: string, asOf: string, signal?: AbortSignal): Promise<RowChanges>;

  /** Computes every row of a query and gives their number. */
  countRows(query: TranslatedQuery, signal?: AbortSignal): Promise<number>;
  /** Writes the rows of a query into a new file within one of the folders that the table data were opened with; gives their number. */
  writeFile(query: TranslatedQuery, path: string, format: OutputFormat, signal?: AbortSignal): Promise<number>;
  /**
   * Cuts a file that `writeFile` wrote into complete files of at most `rowsPerPart` rows, whose paths `pathOf` gives; gives how many.
   * A file without rows has one part.
   */
  splitFile(
    path: string,
    format: OutputFormat,
    rowsPerPart: number,
    pathOf: (index: number) => string,
    signal?: AbortSignal,
  ): Promise<number>;
  /** The texts of a column of an input, each once, without NULL: the tenants that its rows are for. */
  listValues(input: string, column: string): Promise<readonly string[]>;
}
