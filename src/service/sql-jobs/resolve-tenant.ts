import type { Clock } from "../../base/clock.ts";
import type { TableData } from "../table-data/table-data.ts";
import type { SqlTransaction, TransactionChange } from "./sql-transaction.ts";
import { isClosedInTenant, type TenantTransactionState, type TransactionTenantRecord } from "./transaction-record.ts";

interface ResolutionParts {
  readonly clock: Clock;
  readonly tableData: TableData;
}

/** Commits a transaction's changes in one tenant, which makes them visible to other transactions. */
export async function commitInTenant(
  transaction: SqlTransaction,
  tenant: string,
  { clock, tableData }: ResolutionParts,
) {
  const record = transaction.tenant(tenant);
  const transactionInTenant = { transactionId: transaction.id, tenant };
  // Not saved to disk here: only the table data know reliably whether the commit took effect.
  transaction.changeInMemory(withState(transaction, tenant, "committing"));
  try {
    await tableData.commit(transactionInTenant, record?.metadata ?? []);
  } catch (error) {
    // The caller decides what happens next, as after any other failure in an open transaction.
    transaction.changeInMemory(withState(transaction, tenant, "open"));
    throw error;
  }
  transaction.changeInMemory(withClosedState(transaction, tenant, "committed", clock));
}

/**
 * Rolls back a transaction's changes in one tenant. Does nothing if the transaction has already ended in the tenant.
 */
export async function rollBackInTenant(
  transaction: SqlTransaction,
  tenant: string,
  { clock, tableData }: ResolutionParts,
) {
  const record = transaction.tenant(tenant);
  if (!record || isClosedInTenant(record)) {
    return;
  }
  await transaction.change(withState(transaction, tenant, "rollingBack"));
  await tableData.rollback({ transactionId: transaction.id, tenant });
  await close(transaction, tenant, "rolledBack", clock);
}

/**
 * Creates the change that closes a transaction if all of its jobs have ended and it is open in no tenant. Otherwise the
 * change is empty.
 */
export function createClosingChange(
  transaction: SqlTransaction,
  clock: Clock,
): { readonly record?: { readonly closedAt: number } } {
  const tenants = transaction.tenants();
  const hasEnded = tenants.length > 0 && tenants.every(isClosedInTenant);
  // A job that waits may begin in another tenant.
  const isIdle = transaction.jobs().every(({ state }) => state === "ended");
  return transaction.isOpen && hasEnded && isIdle ? { record: { closedAt: clock.now() } } : {};
}

/**
 * Completes the commit or rollback that an earlier process began in a tenant. `isCommitted` is the state that the table
 * data recorded.
 */
export async function resolveAfterRestart(
  transaction: SqlTransaction,
  { tenant, state }: TransactionTenantRecord,
  isCommitted: boolean,
  parts: ResolutionParts,
): Promise<void> {
  if (isCommitted) {
    await close(transaction, tenant, "committed", parts.clock);
  } else if (state === "committing") {
    // The commit did not take effect: the transaction stays open until its job is ended.
    await transaction.change(withState(transaction, tenant, "open"));
  } else if (state === "rollingBack") {
    await rollBackInTenant(transaction, tenant, parts);
  }
}

function withState(transaction: SqlTransaction, tenant: string, state: TenantTransactionState): TransactionChange {
  const record = transaction.tenant(tenant);
  return { tenants: record ? [{ ...record, state }] : [] };
}

async function close(
  transaction: SqlTransaction,
  tenant: string,
  state: TenantTransactionState,
  clock: Clock,
): Promise<void> {
  await transaction.change(withClosedState(transaction, tenant, state, clock));
}

function withClosedState(
  transaction: SqlTransaction,
  tenant: string,
  state: TenantTransactionState,
  clock: Clock,
): TransactionChange {
  const record = transaction.tenant(tenant);
  return { tenants: record ? [{ ...record, state, closedAt: clock.now(), metadata: [] }] : [] };
}
