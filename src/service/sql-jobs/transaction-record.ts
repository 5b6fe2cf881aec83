/** A SQL transaction over the tenants that it runs in; times are epoch milliseconds (service-api, "SqlTransaction"). */
export interface TransactionRecord {
  readonly id: string;
  /** Code of the tenant that it was started on. */
  readonly tenant: string;
  /** Name of the user who started it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expireAt: number;
  /** When its first job began. */
  readonly startedAt: number | undefined;
  readonly closedAt: number | undefined;
  /** Names in SQL; none in a transaction that only reads. */
  readonly tablesToModify: readonly string[];
  /** Its files are gone, and nothing can be done with it any more. */
  readonly isExpired: boolean;
}

/** How a tenant's part of a transaction goes; it resolves while it is being committed or rolled back. */
export type TenantState = "open" | "committing" | "rollingBack" | "committed" | "rolledBack";

/** A transaction in one of its tenants. */
export interface TenantRecord {
  readonly tenant: string;
  readonly state: TenantState;
  readonly startedAt: number;
  readonly closedAt: number | undefined;
  /** What `setMetadata` has set so far, for the commit. */
  readonly metadata: readonly PendingMetadata[];
}

interface PendingMetadata {
  /** The `uuid` of the table source. */
  readonly source: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly appliesUnmodified: boolean;
}

/** An uploaded file, or what a query wrote. */
export interface FileRecord {
  readonly tenant: string;
  /** As the caller calls it, with `/` between folders. */
  readonly name: string;
  /** Name in the transaction's folder; never made from `name`. */
  readonly file: string;
}

export interface OutputRecord extends FileRecord {
  readonly format: { readonly csv: { readonly header: boolean } } | { readonly parquet: object };
  readonly rowCount: number;
  /** Names of the part files in the transaction's folder, once somebody has asked for parts. */
  readonly parts: readonly string[] | undefined;
}

type JobState = "pending" | "running" | "ended";

/** A SQL job (service-api, "SqlJobStatus"). */
export interface JobRecord {
  readonly id: string;
  readonly ordinal: number;
  readonly state: JobState;
  /** `keepTransactionOpenOnError` of the request. */
  readonly keepsTransactionOpen: boolean;
  /** Whether it has a `process` action. */
  readonly processes: boolean;
}

export type RunState = "pending" | "running" | "succeeded" | "failed" | "processingFailed";

/** A job in one of its tenants. */
export interface RunRecord {
  /** An id of its own. */
  readonly id: string;
  readonly job: string;
  readonly ordinal: number;
  readonly tenant: string;
  readonly state: RunState;
  readonly message: string;
  readonly processingJobIds: readonly string[];
}

export function isResolving({ state }: TenantRecord): boolean {
  return state === "committing" || state === "rollingBack";
}

/** Whether the transaction does nothing in the tenant any more. */
export function isClosed({ state }: TenantRecord): boolean {
  return state === "committed" || state === "rolledBack";
}
