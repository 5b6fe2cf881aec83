import type { SqlTransactionStore, StoredTransactionPart } from "../store/sql-transaction-store.ts";
import type { TransactionInTenant } from "../table-data/table-data.ts";
import type { JobEnvironment } from "./job-environment.ts";
import { createClosingChange, resolveAfterRestart, rollBackInTenant } from "./resolve-tenant.ts";
import { SqlTransaction } from "./sql-transaction.ts";
import type { JobRecord, JobRunRecord } from "./transaction-record.ts";

/** Time for which a transaction can be queried after it has expired. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Restores the SQL transactions of earlier processes. Open transactions stay open with their rows, inputs and outputs.
 * Jobs that were pending or running fail, and their transactions are rolled back unless the job keeps them open on
 * errors.
 */
export async function resumeTransactions(
  store: SqlTransactionStore,
  environment: JobEnvironment,
): Promise<SqlTransaction[]> {
  const { clock, files, tableData } = environment;
  const parts = new Map<string, StoredTransactionPart[]>();
  for (const part of await store.readAll()) {
    const stored = parts.get(part.transaction) ?? [];
    stored.push(part);
    parts.set(part.transaction, stored);
  }
  const transactions: SqlTransaction[] = [];
  for (const [id, stored] of parts) {
    const transaction = SqlTransaction.restore(store, stored);
    if (!transaction || transaction.record.expireAt < clock.now() - retentionMs) {
      await store.remove(id);
    } else {
      transactions.push(transaction);
    }
  }
  const committed = new Set((await tableData.listCommitted()).map(toKey));
  for (const transaction of transactions) {
    for (const record of transaction.tenants()) {
      const isCommitted = committed.has(toKey({ transactionId: transaction.id, tenant: record.tenant }));
      await resolveAfterRestart(transaction, record, isCommitted, environment);
    }
    for (const job of transaction.jobs().filter(({ state }) => state !== "ended")) {
      await failJob(transaction, job, environment);
    }
    await transaction.change(createClosingChange(transaction, clock));
  }
  await tableData.clearCommitted();
  const open = new Set(transactions.filter(({ isOpen }) => isOpen).map(({ id }) => id));
  for (const { transactionId, table } of tableData.listLocks()) {
    if (!open.has(transactionId)) {
      // Lock of an unknown transaction, or of one whose rollback was interrupted.
      await tableData.rollback({ transactionId, tenant: table.tenant });
    }
  }
  const known = new Set(
    transactions.flatMap((transaction) => filesOf(transaction).map((file) => `${transaction.id}/${file}`)),
  );
  await files.removeUnknown((transaction, file) => known.has(`${transaction}/${file}`));
  return transactions;
}

function toKey({ transactionId, tenant }: TransactionInTenant): string {
  return `${transactionId} ${tenant}`;
}

async function failJob(transaction: SqlTransaction, job: JobRecord, environment: JobEnvironment): Promise<void> {
  const runs = transaction.runs(job.id).filter(({ state }) => state === "pending" || state === "running");
  const isCommitted = ({ tenant }: JobRunRecord) => transaction.tenant(tenant)?.state === "committed";
  const failed = runs.filter((run) => !isCommitted(run));
  if (!job.keepsTransactionOpen) {
    for (const { tenant } of transaction.tenants()) {
      // Without runs, the tenants of the job were not known yet.
      if (runs.length === 0 || failed.some((run) => run.tenant === tenant)) {
        await rollBackInTenant(transaction, tenant, environment);
      }
    }
  }
  const hasNoTenant = transaction.tenants().length === 0 && !job.keepsTransactionOpen;
  await transaction.change({
    jobs: [{ ...job, state: "ended" }],
    runs: [
      ...failed.map((run) => failedRun(run, job)),
      ...runs.filter(isCommitted).map((run) => committedRun(run, job)),
    ],
    ...(hasNoTenant && { record: { closedAt: environment.clock.now() } }),
  });
}

function failedRun(run: JobRunRecord, job: JobRecord): JobRunRecord {
  const when = job.state === "running" ? "while the job was running" : "before the job was started";
  const what = job.keepsTransactionOpen ? "The transaction is still open" : "The transaction was rolled back";
  return { ...run, state: "failed", message: `The service ended ${when}; run it again. ${what}.` };
}

/** Result of a run that was interrupted after its commit, which only processing can follow. */
function committedRun(run: JobRunRecord, { processes }: JobRecord): JobRunRecord {
  return processes
    ? {
        ...run,
        state: "processingFailed",
        message: "The service ended after the commit, so processing may not have been started; start it again.",
      }
    : { ...run, state: "succeeded", message: "The service ended after the commit." };
}

function filesOf(transaction: SqlTransaction): string[] {
  return [
    ...transaction.inputs().map(({ file }) => file),
    ...transaction.outputs().flatMap(({ file, parts }) => [file, ...(parts ?? [])]),
  ];
}
