import type { Clock } from "../../base/clock.ts";
import type { TableData } from "../table-data/table-data.ts";
import type { SqlTransaction, TransactionChange } from "./sql-transaction.ts";
import { isClosed, type TenantRecord, type TenantState } from "./transaction-record.ts";

interface ResolutionParts {
  readonly clock: Clock;
  readonly tableData: TableData;
}

/** Commits the changes of a transaction in a tenant, which makes them visible to all. */
export async function commitTenant(transaction: SqlTransaction, tenant: string, { clock, tableData }: ResolutionParts) {
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

/** Rolls back the changes of a transaction in a tenant; has no effect if it is closed there. */
export async function rollBackTenant(
  transaction: SqlTransaction,
  tenant: string,
  { clock, tableData }: ResolutionParts,
) {
  const record = transaction.tenant(tenant);
  if (!record || isClosed(record)) {
    return;
  }
  await transaction.change(withState(transaction, tenant, "rollingBack"));
  await tableData.rollback({ transactionId: transaction.id, tenant });
  await close(transaction, tenant, "rolledBack", clock);
}

/** Change that closes a transaction which is closed in all of its tenants; empty for others. */
export function closingChange(
  transaction: SqlTransaction,
  clock: Clock,
): { readonly record?: { readonly closedAt: number } } {
  const tenants = transaction.tenants();
  return transaction.isOpen && tenants.length > 0 && tenants.every(isClosed)
    ? { record: { closedAt: clock.now() } }
    : {};
}

/**
 * Completes a commit or rollback that an earlier process began in a tenant; `isCommitted` comes from the table data.
 */
export async function resolveAfterRestart(
  transaction: SqlTransaction,
  { tenant, state }: TenantRecord,
  isCommitted: boolean,
  parts: ResolutionParts,
): Promise<void> {
  if (isCommitted) {
    await close(transaction, tenant, "committed", parts.clock);
  } else if (state === "committing") {
    // The commit did not take effect: the transaction stays open until its job is ended.
    await transaction.change(withState(transaction, tenant, "open"));
  } else if (state === "rollingBack") {
    await rollBackTenant(transaction, tenant, parts);
  }
}

function withState(transaction: SqlTransaction, tenant: string, state: TenantState): TransactionChange {
  const record = transaction.tenant(tenant);
  return { tenants: record ? [{ ...record, state }] : [] };
}

async function close(transaction: SqlTransaction, tenant: string, state: TenantState, clock: Clock): Promise<void> {
  await transaction.change(withClosedState(transaction, tenant, state, clock));
}

function withClosedState(
  transaction: SqlTransaction,
  tenant: string,
  state: TenantState,
  clock: Clock,
): TransactionChange {
  const record = transaction.tenant(tenant);
  return { tenants: record ? [{ ...record, state, closedAt: clock.now(), metadata: [] }] : [] };
}
