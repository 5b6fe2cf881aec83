import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";

/**
 * Identifies a transaction. The service has no operation that lists transactions, so the extension stores those it
 * knows.
 */
export interface TransactionReference {
  readonly connectionId: string;
  /** Tenant that the calls act on. The login tenant if undefined. */
  readonly tenant?: string;
  readonly transactionId: string;
}

/** How a transaction ended: `mixed` if tenants differ, `gone` if the service does not know it any more. */
export type TransactionEnd = "committed" | "rolledBack" | "expired" | "mixed" | "gone";

/** Part of a stored transaction that is shared with all windows and machines: ids only. */
export interface StoredTransactionIds extends TransactionReference {
  readonly jobIds: readonly string[];
  /** Epoch milliseconds. */
  readonly storedAt: number;
  readonly end?: TransactionEnd;
}

interface StoredJob {
  readonly jobId: string;
  /** Describes what ran, such as the name of a file. */
  readonly label?: string;
  /** Request that allows running the job again. */
  readonly request?: SqlJobRequest;
}

/** Part of a stored transaction that only this workspace on this machine knows. */
export interface StoredTransactionDetails {
  /** Describes what the transaction was started for. */
  readonly label?: string;
  readonly tables: readonly string[];
  /** Names under which files were uploaded from here. */
  readonly inputs: readonly string[];
  readonly jobs: readonly StoredJob[];
  /** The user's decision about automatic extension. If undefined, the setting decides. */
  readonly isExtended?: boolean;
}

export type StoredTransaction = StoredTransactionIds & StoredTransactionDetails;

/** New details of a transaction to store. Fields that are left out keep their stored values. */
export interface TransactionUpdate {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  readonly tables?: readonly string[];
  readonly label?: string;
  readonly inputs?: readonly string[];
  readonly job?: StoredJob;
}

/** Identifies a job of a transaction. */
export interface TransactionJobReference {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  readonly jobId: string;
}

/** Returns a key that is the same for every reference to the same transaction. */
export function transactionKey({
  connectionId,
  tenant,
  transactionId,
}: Omit<TransactionJobReference, "jobId">): string {
  return JSON.stringify([connectionId, tenant ?? "", transactionId]);
}

/** Key of the stored ids in the global state, which settings sync shares with other machines. */
export const storedIdsKey = "workforce.transactions.noted";
