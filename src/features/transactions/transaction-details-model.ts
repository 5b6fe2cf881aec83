import { isEndedPhase, isProcessingFailure, jobPhaseOf, normalizedStatus } from "../../contract/job-status.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transactions.ts";
import type { TransactionEnd } from "./stored-transaction.ts";

export type TransactionPhase = "open" | "resolving" | TransactionEnd;

/**
 * Returns the phase of a transaction. Derived from its status text, ignoring case and separators, and from its summary
 * (sql-like-language 13.5).
 */
export function transactionPhase(transaction: SqlTransaction): TransactionPhase {
  const { status, summary } = transaction;
  switch (normalizedStatus(status)) {
    case "committed":
      return "committed";
    case "rolledback":
      return isExpired(transaction) ? "expired" : "rolledBack";
    case "closed":
      return closedPhase(transaction);
    case "open":
      return (summary?.resolving ?? 0) > 0 ? "resolving" : "open";
    default:
      return inferredPhase(transaction);
  }
}

export function isTransactionOpen(phase: TransactionPhase): phase is "open" | "resolving" {
  return phase === "open" || phase === "resolving";
}

export function isWriting({ tablesToModify = [] }: SqlTransaction): boolean {
  return tablesToModify.length > 0;
}

/** Returns the expiry of a transaction in epoch milliseconds, or undefined if the service does not report it. */
export function expiryOf({ expireAt }: SqlTransaction): number | undefined {
  const time = Date.parse(expireAt ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the codes of the tenants in which a transaction is still open. */
export function tenantsWithOpenTransaction({ children = [] }: SqlTransaction): readonly string[] {
  return children.flatMap(({ tenantCode, status }) =>
    tenantCode !== undefined && !["committed", "rolledback", "closed"].includes(normalizedStatus(status))
      ? [tenantCode]
      : [],
  );
}

export function isJobRunning({ status }: SqlJobStatus): boolean {
  return !isEndedPhase(jobPhaseOf(status));
}

/**
 * Returns the tenants in which a job failed before the commit. Tenants where only the later processing failed are not
 * included, because their changes are committed.
 */
export function failedTenants({ tenants = [] }: SqlJobStatus): readonly string[] {
  return tenants.flatMap(({ tenantCode, status }) =>
    tenantCode !== undefined && jobPhaseOf(status) === "failed" && !isProcessingFailure(status) ? [tenantCode] : [],
  );
}

/** Whether a transaction has expired, inferred from its times. The service has no separate status for it. */
function isExpired({ closedAt, expireAt }: SqlTransaction): boolean {
  return Date.parse(closedAt ?? "") >= Date.parse(expireAt ?? "");
}

function closedPhase(transaction: SqlTransaction): TransactionPhase {
  const { committed = 0, rolledBack = 0 } = transaction.summary ?? {};
  if (committed > 0 && rolledBack > 0) {
    return "mixed";
  }
  if (committed > 0) {
    return "committed";
  }
  return isExpired(transaction) ? "expired" : "rolledBack";
}

/** Infers the phase of a transaction from its times and counts, if its status is `UNSPECIFIED` or unknown. */
function inferredPhase(transaction: SqlTransaction): TransactionPhase {
  const { closedAt, summary = {} } = transaction;
  if (closedAt !== undefined && closedAt !== "") {
    return closedPhase(transaction);
  }
  return (summary.resolving ?? 0) > 0 ? "resolving" : "open";
}
