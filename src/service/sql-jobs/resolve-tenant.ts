import type { Clock } from "../../base/clock.ts";
import type { TableData } from "../table-data/table-data.ts";
import type { SqlTransaction, TransactionChange } from "./sql-transaction.ts";
import { isClosed, type TenantRecord, type TenantState } from "./transaction-record.ts";

interface Resolving {
  readonly clock: Clock;
  readonly tableData: TableData;
}

/** Makes what the transaction wrote in a tenant visible to everybody. */
export async function commitTenant(transaction: SqlTransaction, tenant: string, { clock, tableData }: Resolving) {
  const record = transaction.tenant(tenant);
  const where = { transactionId: transaction.id, tenant };
  // Neither is on disk at once: the table data know whether the commit took effect, and only they can.
  transaction.note(entered(transaction, tenant, "committing"));
  try {
    await tableData.commit(where, record?.metadata ?? []);
  } catch (error) {
    // What becomes of it is for the caller to say, as with any other failure in an open transaction.
    transaction.note(entered(transaction, tenant, "open"));
    throw error;
  }
  transaction.note(closed(transaction, tenant, "committed", clock));
}

/** Undoes what the transaction wrote in a tenant; nothing happens where it is closed already. */
export async function rollBackTenant(transaction: SqlTransaction, tenant: string, { clock, tableData }: Resolving) {
  const record = transaction.tenant(tenant);
  if (!record || isClosed(record)) {
    return;
  }
  await transaction.change(entered(transaction, tenant, "rollingBack"));
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

/** Brings a tenant of a transaction to an end that an ended process had begun; `isCommitted` is what the table data say. */
export async function resolveAfterRestart(
  transaction: SqlTransaction,
  { tenant, state }: TenantRecord,
  isCommitted: boolean,
  resolving: Resolving,
): Promise<void> {
  if (isCommitted) {
    await leave(transaction, tenant, "committed", resolving.clock);
  } else if (state === "committing") {
    // The commit did not take effect. What becomes of it is what becomes of the job that was to commit.
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
