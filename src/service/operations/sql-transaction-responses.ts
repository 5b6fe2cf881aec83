import type { ResponseValue } from "../../contract/response-values.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction as Answer } from "../../contract/sql-transactions.ts";
import type { SqlTransaction } from "../sql-jobs/sql-transaction.ts";
import {
  isClosedInTenant,
  isCommittingOrRollingBack,
  type JobRecord,
  type JobRunRecord,
  type JobRunState,
  type TransactionTenantRecord,
} from "../sql-jobs/transaction-record.ts";
import type { StoredJob } from "../store/stored-job.ts";

/**
 * Converts a transaction to its response. `summaryOnly` leaves out the states of tenants (service-api,
 * "SqlTransaction").
 */
export function toTransactionResponse(transaction: SqlTransaction, summaryOnly = false): Answer {
  const { record } = transaction;
  const tenants = transaction.tenants();
  const count = (isCounted: (tenant: TransactionTenantRecord) => boolean) => tenants.filter(isCounted).length;
  return {
    transactionId: record.id,
    status: statusOf(transaction, tenants),
    createdAt: toText(record.createdAt),
    createdBy: record.createdBy,
    expireAt: toText(record.expireAt),
    ...(record.startedAt !== undefined && { startedAt: toText(record.startedAt) }),
    ...(record.closedAt !== undefined && { closedAt: toText(record.closedAt) }),
    tablesToModify: [...record.tablesToModify],
    ...(!summaryOnly && { children: tenants.map(toChild) }),
    summary: {
      open: count(({ state }) => state === "open"),
      resolving: count(isCommittingOrRollingBack),
      committed: count(({ state }) => state === "committed"),
      rolledBack: count(({ state }) => state === "rolledBack"),
    },
  };
}

/** Converts the progress of a SQL job and its processing jobs to a response (service-api, "SqlJobStatus"). */
export function toJobStatusResponse(
  job: JobRecord,
  runs: readonly JobRunRecord[],
  processingJobs: ReadonlyMap<string, StoredJob>,
  summaryOnly: boolean,
): SqlJobStatus {
  const ofRun = ({ processingJobIds }: JobRunRecord) => processingJobIds.flatMap((id) => processingJobs.get(id) ?? []);
  const states = runs.map((run) => withProcessing(run, ofRun(run)));
  const started = runs.flatMap(ofRun);
  const count = (...wanted: readonly JobRunState[]) => states.filter((state) => wanted.includes(state)).length;
  const countStarted = (...wanted: readonly StoredJob["state"][]) =>
    started.filter(({ state }) => wanted.includes(state)).length;
  return {
    jobId: job.id,
    status: jobStatusOf(job, states),
    summary: {
      pending: count("pending"),
      running: count("running"),
      succeeded: count("succeeded"),
      failed: count("failed", "processingFailed"),
    },
    processingSummary: {
      pending: countStarted("pending"),
      running: countStarted("running"),
      succeeded: countStarted("succeeded"),
      failed: countStarted("failed", "cancelled"),
    },
    ...(!summaryOnly && {
      tenants: runs.map((run, index) => ({
        tenantCode: run.tenant,
        status: runStatusNames[states[index] ?? run.state],
        message: run.message,
        processingJobIds: [...run.processingJobIds],
        jobId: run.id,
      })),
    }),
  };
}

const runStatusNames: Readonly<Record<JobRunState, ResponseValue<"sqlTenantStatus">>> = {
  pending: "PENDING",
  running: "RUNNING",
  succeeded: "SUCCEEDED",
  failed: "FAILED",
  processingFailed: "PROCESSING_FAILED",
};

/** State of a run, taking failed processing jobs of a succeeded run into account. */
function withProcessing({ state }: JobRunRecord, processing: readonly StoredJob[]): JobRunState {
  const hasFailed = processing.some((job) => job.state === "failed" || job.state === "cancelled");
  return state === "succeeded" && hasFailed ? "processingFailed" : state;
}

function jobStatusOf({ state }: JobRecord, runs: readonly JobRunState[]): ResponseValue<"sqlJobStatus"> {
  switch (state) {
    case "pending":
      return "PENDING";
    case "running":
      return "RUNNING";
    case "ended":
      return runs.every((run) => run === "succeeded") ? "SUCCEEDED" : "FAILED";
  }
}

/** Status of a transaction by the rules of sql-like-language 13.5. */
function statusOf(
  { isOpen }: SqlTransaction,
  tenants: readonly TransactionTenantRecord[],
): ResponseValue<"sqlTransactionStatus"> {
  if (isOpen) {
    return "OPEN";
  }
  const [first] = tenants;
  const isMixed = tenants.some(({ state }) => state !== first?.state);
  return isMixed ? "CLOSED" : first?.state === "committed" ? "COMMITTED" : "ROLLED_BACK";
}

function toChild(tenant: TransactionTenantRecord) {
  return {
    tenantCode: tenant.tenant,
    status: isClosedInTenant(tenant) ? (tenant.state === "committed" ? "COMMITTED" : "ROLLED_BACK") : "OPEN",
    startedAt: toText(tenant.startedAt),
    ...(tenant.closedAt !== undefined && { closedAt: toText(tenant.closedAt) }),
  };
}

function toText(instant: number): string {
  return new Date(instant).toISOString();
}
