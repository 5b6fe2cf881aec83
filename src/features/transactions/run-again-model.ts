import type { SqlJobRequest, SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transaction-schemas.ts";
import { failedTenants, isTransactionOpen, openTenants, transactionPhase } from "./transaction-details-model.ts";

/** Where a job is run again. */
interface RerunPlan {
  /** Tenants in which the transaction is still open. */
  readonly here: readonly string[];
  /** Tenants in which it was rolled back, so that another transaction is needed. */
  readonly anew: readonly string[];
  /** The files that the job reads went with the transaction: it has to begin with their upload. */
  readonly isMissingInputs: boolean;
}

/** How to run a job again for the tenants in which it failed; both answers are whole ones. */
export function planRerun(request: SqlJobRequest, status: SqlJobStatus, transaction: SqlTransaction): RerunPlan {
  const failed = failedTenants(status);
  const isOpen = isTransactionOpen(transactionPhase(transaction));
  const open = new Set(isOpen ? openTenants(transaction) : []);
  const anew = failed.filter((tenant) => !open.has(tenant));
  return {
    here: failed.filter((tenant) => open.has(tenant)),
    anew,
    isMissingInputs: anew.length > 0 && (request.inputs ?? []).length > 0,
  };
}

/** The same job for some of its tenants. */
export function requestFor(request: SqlJobRequest, tenants: readonly string[]): SqlJobRequest {
  return { ...request, tenants: [...tenants] };
}
