import type { Clock } from "../../base/clock.ts";
import type { TableData } from "../table-data/table-data.ts";
import type { SqlTransaction, TransactionChange } from "./sql-transaction.ts";
import { isClosed, type TenantRecord, type TenantState } from "./transaction-record.ts";

interface Resolving {
  readonly clock: Clock;
  readonly tableData: TableData;
}

/** Commits the changes of a transaction in a tenant, which makes them visible to all. */
export async function commitTenant(transaction: SqlTransaction, tenant: string, { clock, tableData }: Resolving) {
  const record = transaction.tenant(tenant);
  const where = { transactionId: transaction.id, tenant };
  // Not saved to disk here: only the table data know reliably whether the commit took effect.
  transaction.note(entered(transaction, tenant, "committing"));
  try {
    await tableData.commit(where, record?.metadata ?? []);
  } catch (error) {
    // The caller decides what happens next, as after any other failure in an open transaction.
    transaction.note(entered(transaction, tenant, "open"));
    throw error;
  }
  transaction.note(closed(transaction, tenant, "committed", clock));
}

/** Rolls back the changes of a transaction in a tenant; has no effect if it is closed there. */
export async function rollBackTenant(transaction: SqlTransaction, tenant: string, { clock, tableData }: Resolving) {
  const record = transaction.tenant(tenant);
  if (!record || isClosed(record)) {
    return;
  }
  await transaction.change(entered(transaction, tenant, "rollingBack"));
  await tableData.rollback({ transactionId: transaction.id, tenant });
  await leave(transaction, tenant, "rolledBack", clock);
}

/** Change that closes a transaction which is closed in all of its tenants; empty for others. */
export function closingOf(
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
  resolving: Resolving,
): Promise<void> {
  if (isCommitted) {
    await leave(transaction, tenant, "committed", resolving.clock);
  } else if (state === "committing") {
    // The commit did not take effect: the transaction stays open until its job is ended.
    await transaction.change(entered(transaction, tenant, "open"));
  } else if (state === "rollingBack") {
    await rollBackTenant(transaction, tenant, resolving);
  }
}

function entered(transaction: SqlTransaction, tenant: string, state: TenantState): TransactionChange {
  const record = transaction.tenant(tenant);
  return { tenants: record ? [{ ...record, state }] : [] };
}

async function leave(transaction: SqlTransaction, tenant: string, state: TenantState, clock: Clock): Promise<void> {
  await transaction.change(closed(transaction, tenant, state, clock));
}

function closed(transaction: SqlTransaction, tenant: string, state: TenantState, clock: Clock): TransactionChange {
  const record = transaction.tenant(tenant);
  return { tenants: record ? [{ ...record, state, closedAt: clock.now(), metadata: [] }] : [] };
}
