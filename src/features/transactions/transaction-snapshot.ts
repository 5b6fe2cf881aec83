import * as vscode from "vscode";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { TransactionFacts, TransactionJob, TransactionSnapshot } from "../../protocol/transaction-view.ts";
import type { NotedTransaction } from "./noted-transaction.ts";
import { expiryOf, failedTenants, isTransactionOpen, isWriting } from "./transaction-facts-model.ts";
import { tablesOf } from "./transaction-lines.ts";
import { matrixRows, tenantPhase } from "./transaction-matrix-model.ts";
import { jobStatusText, phaseText, transactionName } from "./transaction-words.ts";
import type { SeenTransaction } from "./transactions-model.ts";

interface SnapshotPlace {
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly isExtended: boolean;
}

/** What the page of a transaction shows of what is seen of it. */
export function snapshotOf(seen: SeenTransaction, place: SnapshotPlace): TransactionSnapshot {
  const { noted, followed } = seen;
  const jobs = noted.jobIds.map((jobId) => followed.jobs.get(jobId));
  return {
    facts: factsOf(seen, place),
    jobs: noted.jobIds.map((jobId, index) => toJob(noted, jobId, jobs[index])),
    rows: matrixRows(followed.transaction, jobs),
  };
}

function factsOf(seen: SeenTransaction, { connection, tenant, isExtended }: SnapshotPlace): TransactionFacts {
  const { noted, followed } = seen;
  const { transaction, phase } = followed;
  const problem = followed.problem ?? followed.extendProblem;
  const isOpen = phase !== undefined && isTransactionOpen(phase);
  const expiresAt = transaction && expiryOf(transaction);
  return {
    name: transactionName(noted),
    transactionId: noted.transactionId,
    connection,
    state: phaseText(phase),
    isOpen,
    isWriting: transaction ? isWriting(transaction) : noted.tables.length > 0,
    isExtended,
    tables: tablesOf(seen),
    isLocked: isOpen && transaction?.startedAt !== undefined,
    inputs: noted.inputs,
    ...(tenant !== undefined && { tenant }),
    ...(transaction?.createdBy !== undefined && { createdBy: transaction.createdBy }),
    ...timeAs("createdAt", transaction?.createdAt),
    ...timeAs("startedAt", transaction?.startedAt),
    ...(isOpen && expiresAt !== undefined && { expiresAt }),
    ...timeAs("closedAt", transaction?.closedAt),
    ...(problem !== undefined && { problem }),
  };
}

function toJob(noted: NotedTransaction, jobId: string, status: SqlJobStatus | undefined): TransactionJob {
  const { pending = 0, running = 0, succeeded = 0, failed = 0 } = status?.summary ?? {};
  const known = noted.jobs.find((job) => job.jobId === jobId);
  return {
    jobId,
    name: known?.label ?? vscode.l10n.t("Job {0}", jobId.slice(0, 8)),
    phase: tenantPhase(status?.status),
    state: jobStatusText(status),
    counts: { pending, running, succeeded, failed },
    canRunAgain: known?.request !== undefined && status !== undefined && failedTenants(status).length > 0,
  };
}

function timeAs(name: "createdAt" | "startedAt" | "closedAt", text: string | undefined): Partial<TransactionFacts> {
  const atMs = Date.parse(text ?? "");
  return Number.isNaN(atMs) ? {} : { [name]: atMs };
}
