import * as vscode from "vscode";
import { jobPhaseOf } from "../../contract/job-status.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { TransactionDetails, TransactionJob, TransactionSnapshot } from "../../protocol/transaction-view.ts";
import type { StoredTransaction } from "./stored-transaction.ts";
import { expiryOf, failedTenants, isTransactionOpen, isWriting } from "./transaction-details-model.ts";
import { matrixRows } from "./transaction-matrix-model.ts";
import { jobStatusText, phaseText, transactionName } from "./transaction-text.ts";
import { tablesOf } from "./transaction-tree-items.ts";
import type { WatchedTransaction } from "./transactions-model.ts";

interface SnapshotTarget {
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly isExtended: boolean;
}

/** Returns all data that the page of a transaction shows. */
export function snapshotOf(watched: WatchedTransaction, target: SnapshotTarget): TransactionSnapshot {
  const { stored, followed } = watched;
  const jobs = stored.jobIds.map((jobId) => followed.jobs.get(jobId));
  return {
    details: detailsOf(watched, target),
    jobs: stored.jobIds.map((jobId, index) => toJob(stored, jobId, jobs[index])),
    rows: matrixRows(followed.transaction, jobs),
  };
}

function detailsOf(
  watched: WatchedTransaction,
  { connection, tenant, isExtended }: SnapshotTarget,
): TransactionDetails {
  const { stored, followed } = watched;
  const { transaction, phase } = followed;
  const problem = followed.problem ?? followed.extendProblem;
  const isOpen = phase !== undefined && isTransactionOpen(phase);
  const expiresAt = transaction && expiryOf(transaction);
  return {
    name: transactionName(stored),
    transactionId: stored.transactionId,
    connection,
    state: phaseText(phase),
    isOpen,
    isWriting: transaction ? isWriting(transaction) : stored.tables.length > 0,
    isExtended,
    tables: tablesOf(watched),
    isLocked: isOpen && transaction?.startedAt !== undefined,
    inputs: stored.inputs,
    ...(tenant !== undefined && { tenant }),
    ...(transaction?.createdBy !== undefined && { createdBy: transaction.createdBy }),
    ...timeAs("createdAt", transaction?.createdAt),
    ...timeAs("startedAt", transaction?.startedAt),
    ...(isOpen && expiresAt !== undefined && { expiresAt }),
    ...timeAs("closedAt", transaction?.closedAt),
    ...(problem !== undefined && { problem }),
  };
}

function toJob(stored: StoredTransaction, jobId: string, status: SqlJobStatus | undefined): TransactionJob {
  const { pending = 0, running = 0, succeeded = 0, failed = 0 } = status?.summary ?? {};
  const known = stored.jobs.find((job) => job.jobId === jobId);
  return {
    jobId,
    name: known?.label ?? vscode.l10n.t("Job {0}", jobId.slice(0, 8)),
    phase: jobPhaseOf(status?.status),
    state: jobStatusText(status),
    counts: { pending, running, succeeded, failed },
    canRunAgain: known?.request !== undefined && status !== undefined && failedTenants(status).length > 0,
  };
}

function timeAs(name: "createdAt" | "startedAt" | "closedAt", text: string | undefined): Partial<TransactionDetails> {
  const atMs = Date.parse(text ?? "");
  return Number.isNaN(atMs) ? {} : { [name]: atMs };
}
