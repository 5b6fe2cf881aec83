import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";

/**
 * Identity of a transaction. The extension stores the transactions that it knows, because the service cannot list them.
 */
export interface TransactionReference {
  readonly connectionId: string;
  /** Tenant for requests about the transaction. If undefined, the tenant of the sign-in. */
  readonly tenant?: string;
  readonly transactionId: string;
}

/**
 * Way in which a transaction ended. `mixed` means that tenants differ, `gone` that the service no longer knows the
 * transaction.
 */
export type TransactionEnd = "committed" | "rolledBack" | "expired" | "mixed" | "gone";

/**
 * Ids of a stored transaction and its jobs, which are shared with all windows and, by settings sync, other machines.
 */
export interface StoredTransactionIds extends TransactionReference {
  readonly jobIds: readonly string[];
  /** Time when the transaction was stored, in epoch milliseconds. */
  readonly storedAt: number;
  readonly end?: TransactionEnd;
}

interface StoredJob {
  readonly jobId: string;
  /** Label of the job for the user, such as the name of a file. */
  readonly label?: string;
  /** Request that started the job, with which it can be run again. */
  readonly request?: SqlJobRequest;
}

/** Details of a stored transaction that are known only in this workspace on this machine. */
export interface StoredTransactionDetails {
  /** Label of the transaction for the user, such as the purpose of its start. */
  readonly label?: string;
  readonly tables: readonly string[];
  /** Names under which this extension uploaded files to the transaction. */
  readonly inputs: readonly string[];
  readonly jobs: readonly StoredJob[];
  /** Whether the user turned automatic extension of the transaction on or off. If undefined, the setting applies. */
  readonly isExtended?: boolean;
}

export type StoredTransaction = StoredTransactionIds & StoredTransactionDetails;

/** New details of a transaction to store. Undefined fields keep their stored values. */
export interface TransactionUpdate {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  readonly tables?: readonly string[];
  readonly label?: string;
  readonly inputs?: readonly string[];
  readonly job?: StoredJob;
}

/** Identity of a job that runs in a transaction. */
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

/** Key of the stored transaction ids in VS Code's global state, which settings sync shares with other machines. */
export const storedIdsKey = "workforce.transactions.noted";
