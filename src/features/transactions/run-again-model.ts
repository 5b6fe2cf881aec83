import type { SqlJobRequest, SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transactions.ts";
import {
  failedTenants,
  isTransactionOpen,
  tenantsWithOpenTransaction,
  transactionPhase,
} from "./transaction-details-model.ts";

/** Plan for running a job again in the tenants where it failed. */
interface RerunPlan {
  /** Tenants in which the transaction is still open, so that the job can run again in it. */
  readonly inSameTransaction: readonly string[];
  /** Tenants in which the transaction was rolled back, so that the job needs a new one. */
  readonly inNewTransaction: readonly string[];
  /**
   * Whether the job reads uploaded files that were lost with the rolled-back transaction and have to be uploaded again.
   */
  readonly isMissingInputs: boolean;
}

/**
 * Returns the plan for running a job again in the tenants where it failed. `status` and `transaction` must contain all
 * tenants.
 */
export function planRerun(request: SqlJobRequest, status: SqlJobStatus, transaction: SqlTransaction): RerunPlan {
  const failed = failedTenants(status);
  const isOpen = isTransactionOpen(transactionPhase(transaction));
  const open = new Set(isOpen ? tenantsWithOpenTransaction(transaction) : []);
  const inNewTransaction = failed.filter((tenant) => !open.has(tenant));
  return {
    inSameTransaction: failed.filter((tenant) => open.has(tenant)),
    inNewTransaction,
    isMissingInputs: inNewTransaction.length > 0 && (request.inputs ?? []).length > 0,
  };
}

/** Returns a copy of a job request that is limited to some of its tenants. */
export function limitRequestToTenants(request: SqlJobRequest, tenants: readonly string[]): SqlJobRequest {
  return { ...request, tenants: [...tenants] };
}
