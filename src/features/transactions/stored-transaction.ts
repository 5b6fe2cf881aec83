import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";

/** What names a transaction: there is no operation that lists them, so who knows of one notes it. */
export interface TransactionReference {
  readonly connectionId: string;
  /** Tenant that the calls act on; the login tenant when left out. */
  readonly tenant?: string;
  readonly transactionId: string;
}

/** How a transaction ended: `mixed` when not all tenants agree, `gone` when the service knows it no more. */
export type TransactionEnd = "committed" | "rolledBack" | "expired" | "mixed" | "gone";

/** What is written down for all windows and machines: ids only. */
export interface StoredTransactionIds extends TransactionReference {
  readonly jobIds: readonly string[];
  /** Epoch milliseconds. */
  readonly storedAt: number;
  readonly end?: TransactionEnd;
}

interface StoredJob {
  readonly jobId: string;
  /** What ran, in words; the name of a file. */
  readonly label?: string;
  /** What it takes to run it again. */
  readonly request?: SqlJobRequest;
}

/** What this workspace knows besides; it stays on this machine. */
export interface StoredTransactionDetails {
  /** What it was started for, in words. */
  readonly label?: string;
  readonly tables: readonly string[];
  /** Names under which files were uploaded from here. */
  readonly inputs: readonly string[];
  readonly jobs: readonly StoredJob[];
  /** What a person asked for about the extension; the setting says it when left out. */
  readonly isExtended?: boolean;
}

export type StoredTransaction = StoredTransactionIds & StoredTransactionDetails;

/** What another part of the extension notes; what was noted before of the same transaction stays. */
export interface TransactionUpdate {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  readonly tables?: readonly string[];
  readonly label?: string;
  readonly inputs?: readonly string[];
  readonly job?: StoredJob;
}

/** What names a job of a transaction. */
export interface TransactionJobReference {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  readonly jobId: string;
}

/** The same for the same transaction. */
export function transactionKey({
  connectionId,
  tenant,
  transactionId,
}: Omit<TransactionJobReference, "jobId">): string {
  return JSON.stringify([connectionId, tenant ?? "", transactionId]);
}

/** Where the ids stand in the state of all windows, which settings sync takes to other machines. */
export const storedIdsKey = "workforce.transactions.noted";
