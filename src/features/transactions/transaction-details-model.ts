import { isEnded, jobPhase } from "../../contract/job-status.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transaction-schemas.ts";
import type { TransactionEnd } from "./stored-transaction.ts";

export type TransactionPhase = "open" | "resolving" | TransactionEnd;

/** How the parts of a transaction stand, whichever case and separators the words have (sql-like-language 13.5). */
export function transactionPhase(transaction: SqlTransaction): TransactionPhase {
  const { status, summary } = transaction;
  switch (wordOf(status)) {
    case "committed":
      return "committed";
    case "rolledback":
      return isExpired(transaction) ? "expired" : "rolledBack";
    case "closed":
      return closedPhase(transaction);
    case "open":
      return (summary?.resolving ?? 0) > 0 ? "resolving" : "open";
    default:
      return unsaidPhase(transaction);
  }
}

export function isTransactionOpen(phase: TransactionPhase): phase is "open" | "resolving" {
  return phase === "open" || phase === "resolving";
}

export function isWriting({ tablesToModify = [] }: SqlTransaction): boolean {
  return tablesToModify.length > 0;
}

/** Epoch milliseconds; `undefined` where the service does not say it. */
export function expiryOf({ expireAt }: SqlTransaction): number | undefined {
  const time = Date.parse(expireAt ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** Tenants in which something can still be committed or rolled back. */
export function openTenants({ children = [] }: SqlTransaction): readonly string[] {
  return children.flatMap(({ tenantCode, status }) =>
    tenantCode !== undefined && !["committed", "rolledback", "closed"].includes(wordOf(status)) ? [tenantCode] : [],
  );
}

export function isJobRunning({ status }: SqlJobStatus): boolean {
  return !isEnded(jobPhase(status));
}

/** Those in which the job itself failed; where only its processing did, its changes stand. */
export function failedTenants({ tenants = [] }: SqlJobStatus): readonly string[] {
  return tenants.flatMap(({ tenantCode, status }) =>
    tenantCode !== undefined && jobPhase(status) === "failed" ? [tenantCode] : [],
  );
}

/** The service says nothing of expiry but its time. */
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

/** For `UNSPECIFIED` and words that nobody knows the times and counts tell. */
function unsaidPhase(transaction: SqlTransaction): TransactionPhase {
  const { closedAt, summary = {} } = transaction;
  if (closedAt !== undefined && closedAt !== "") {
    return closedPhase(transaction);
  }
  return (summary.resolving ?? 0) > 0 ? "resolving" : "open";
}

function wordOf(status: string | undefined): string {
  return (status ?? "").toLowerCase().replace(/[\s_-]/g, "");
}
