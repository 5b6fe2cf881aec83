import type { Clock } from "../../base/clock.ts";
import type { TableData } from "../table-data/table-data.ts";
import type { SqlTransaction, TransactionChange } from "./sql-transaction.ts";
import { isClosed, type TenantRecord, type TenantState } from "./transaction-record.ts";

export interface Resolving {
  readonly clock: Clock;
  readonly tableData: TableData;
}

/** Makes what the transaction wrote in a tenant visible to everybody. */
export async function commitTenant(transaction: SqlTransaction, tenant: string, { clock, tableData }: Resolving) {
  const record = await enter(transaction, tenant, "committing");
  const where = { transactionId: transaction.id, tenant };
  try {
    await tableData.commit(where, record?.metadata ?? []);
  } catch (error) {
    // What becomes of it is for the caller to say, as with any other failure in an open transaction.
    await enter(transaction, tenant, "open");
    throw error;
  }
  // Not on disk at once: that it was committing and has no lock any more says the same.
  transaction.note(closed(transaction, tenant, "committed", clock));
}

/** Undoes what the transaction wrote in a tenant; nothing happens where it is closed already. */
export async function rollBackTenant(transaction: SqlTransaction, tenant: string, { clock, tableData }: Resolving) {
  const record = transaction.tenant(tenant);
  if (!record || isClosed(record)) {
    return;
  }
  await enter(transaction, tenant, "rollingBack");
  await tableData.rollback({ transactionId: transaction.id, tenant });
  await leave(transaction, tenant, "rolledBack", clock);
}

/** What a transaction's record says once it is open in none of its tenants any more; nothing before. */
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
 * Brings a tenant of a transaction to an end that an ended process had begun. A commit has let go of all locks of the
 * transaction in the tenant in the moment in which it took effect.
 */
export async function resolveAfterRestart(
  transaction: SqlTransaction,
  record: TenantRecord,
  { clock, tableData }: Resolving,
): Promise<void> {
  const { tenant, state } = record;
  const isLocked = tableData
    .listLocks()
    .some(({ transactionId, table }) => transactionId === transaction.id && table.tenant === tenant);
  if (state === "committing" && !isLocked) {
    await leave(transaction, tenant, "committed", clock);
  } else if (state === "committing" || state === "rollingBack") {
    await rollBackTenant(transaction, tenant, { clock, tableData });
  }
}

async function enter(transaction: SqlTransaction, tenant: string, state: TenantState) {
  const record = transaction.tenant(tenant);
  if (record) {
    await transaction.change({ tenants: [{ ...record, state }] });
  }
  return record;
}

async function leave(transaction: SqlTransaction, tenant: string, state: TenantState, clock: Clock): Promise<void> {
  await transaction.change(closed(transaction, tenant, state, clock));
}

function closed(transaction: SqlTransaction, tenant: string, state: TenantState, clock: Clock): TransactionChange {
  const record = transaction.tenant(tenant);
  return { tenants: record ? [{ ...record, state, closedAt: clock.now(), metadata: [] }] : [] };
}
