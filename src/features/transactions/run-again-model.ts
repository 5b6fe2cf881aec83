import type { SqlJobRequest, SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transactions.ts";
import { failedTenants, isTransactionOpen, openTenants, transactionPhase } from "./transaction-details-model.ts";

/** How the failed tenants of a job can be run again. */
interface RerunPlan {
  /** Tenants in which the transaction is still open. */
  readonly inSameTransaction: readonly string[];
  /** Tenants in which the transaction was rolled back, so that they need a new one. */
  readonly inNewTransaction: readonly string[];
  /**
   * Whether the job reads uploaded files that were lost with the rolled-back transaction and have to be uploaded again.
   */
  readonly isMissingInputs: boolean;
}

/**
 * Plans how to run a job again for the tenants in which it failed. `status` and `transaction` must include all tenants.
 */
export function planRerun(request: SqlJobRequest, status: SqlJobStatus, transaction: SqlTransaction): RerunPlan {
  const failed = failedTenants(status);
  const isOpen = isTransactionOpen(transactionPhase(transaction));
  const open = new Set(isOpen ? openTenants(transaction) : []);
  const inNewTransaction = failed.filter((tenant) => !open.has(tenant));
  return {
    inSameTransaction: failed.filter((tenant) => open.has(tenant)),
    inNewTransaction,
    isMissingInputs: inNewTransaction.length > 0 && (request.inputs ?? []).length > 0,
  };
}

/** Returns the same request for some of its tenants. */
export function requestForTenants(request: SqlJobRequest, tenants: readonly string[]): SqlJobRequest {
  return { ...request, tenants: [...tenants] };
}
