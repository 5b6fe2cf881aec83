/**
 * Stored data of a SQL transaction, apart from its tenants, files and jobs. Times are in epoch milliseconds
 * (service-api, "SqlTransaction").
 */
export interface TransactionRecord {
  readonly id: string;
  /** Code of the tenant that the transaction was started on. */
  readonly tenant: string;
  /** Name of the user who started the transaction. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expireAt: number;
  /** Start time of the transaction's first job. */
  readonly startedAt: number | undefined;
  readonly closedAt: number | undefined;
  /** SQL names of the tables to modify. Empty for a read-only transaction. */
  readonly tablesToModify: readonly string[];
  /** Whether the transaction has expired, so that its files are removed and it can no longer be used. */
  readonly isExpired: boolean;
}

/** State of a transaction in one tenant. `committing` and `rollingBack` are transitional. */
export type TenantTransactionState = "open" | "committing" | "rollingBack" | "committed" | "rolledBack";

/** Stored state of a SQL transaction in one of its tenants. */
export interface TransactionTenantRecord {
  readonly tenant: string;
  readonly state: TenantTransactionState;
  readonly startedAt: number;
  readonly closedAt: number | undefined;
  /** Metadata from `setMetadata` actions. The commit stores it. */
  readonly metadata: readonly PendingMetadata[];
}

interface PendingMetadata {
  /** The `uuid` of the table source. */
  readonly source: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly appliesUnmodified: boolean;
}

/** An uploaded file or a query output. */
export interface TransactionFileRecord {
  readonly tenant: string;
  /** Name of the file for the caller, with `/` between folders. */
  readonly name: string;
  /** Generated file name in the transaction's folder. */
  readonly file: string;
}

export interface JobOutputRecord extends TransactionFileRecord {
  readonly format: { readonly csv: { readonly header: boolean } } | { readonly parquet: object };
  readonly rowCount: number;
  /** Names of the part files in the transaction's folder. Undefined until a caller requests the parts. */
  readonly parts: readonly string[] | undefined;
}

type JobState = "pending" | "running" | "ended";

/** A SQL job (service-api, "SqlJobStatus"). */
export interface JobRecord {
  readonly id: string;
  readonly ordinal: number;
  readonly state: JobState;
  /** Value of `keepTransactionOpenOnError` in the request. */
  readonly keepsTransactionOpen: boolean;
  /** Whether the job has a `process` action. */
  readonly processes: boolean;
}

export type JobRunState = "pending" | "running" | "succeeded" | "failed" | "processingFailed";

/** Stored state of a job's run in one of its tenants. */
export interface JobRunRecord {
  readonly id: string;
  readonly job: string;
  readonly ordinal: number;
  readonly tenant: string;
  readonly state: JobRunState;
  readonly message: string;
  readonly processingJobIds: readonly string[];
}

/** Whether a commit or rollback is in progress in the tenant. */
export function isCommittingOrRollingBack({ state }: TransactionTenantRecord): boolean {
  return state === "committing" || state === "rollingBack";
}

/** Whether the transaction is committed or rolled back in the tenant. */
export function isClosedInTenant({ state }: TransactionTenantRecord): boolean {
  return state === "committed" || state === "rolledBack";
}
