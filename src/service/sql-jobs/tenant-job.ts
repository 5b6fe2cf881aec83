import { JobFailure } from "../jobs/job-failure.ts";
import type { TableSession, TableSessions } from "../table-data/table-data.ts";
import { type AccessibleJobTable, findTableByName } from "./accessible-tables.ts";
import type { InputFiles } from "./input-files.ts";
import type { JobEnvironment } from "./job-environment.ts";
import type { SqlJob } from "./sql-job.ts";
import type { SqlTransaction } from "./sql-transaction.ts";

/** A SQL job in one of its tenants. */
export interface TenantJob {
  readonly transaction: SqlTransaction;
  readonly job: SqlJob;
  readonly tenant: string;
  /** Id of the user whose projects the job may use. */
  readonly userId: string;
  readonly inputs: InputFiles;
  readonly sessions: TableSessions;
  /** Aborts the job. The signal's reason is the failure to report. */
  readonly signal: AbortSignal;
}

/** A SQL job whose tables in the tenant are locked, so that its actions can run. */
export interface PreparedJob extends TenantJob {
  readonly tables: readonly AccessibleJobTable[];
  readonly session: TableSession;
}

/** Locks the transaction's tables in the tenant and checks the preconditions of the job. Throws a `JobFailure`. */
export async function prepareTenantJob(
  job: TenantJob,
  tables: readonly AccessibleJobTable[],
  { tableData }: JobEnvironment,
  describeHolder: (transaction: string) => string,
): Promise<void> {
  const { transaction, tenant } = job;
  const [lock] = await tableData.lock(transaction.id, findTablesToLock(transaction, tables));
  if (lock) {
    const name = tables.find(({ table }) => table.source === lock.table.source)?.name ?? lock.table.source;
    throw new JobFailure(
      `The table ${name} of ${tenant} is locked by ${describeHolder(lock.transactionId)}; run the job again when it has ended.`,
    );
  }
  for (const [index, { table: source, metadata }] of job.job.preconditions.entries()) {
    const table = findTableByUuid(tables, source, tenant, `Precondition ${index + 1}`);
    const state = tableData.readState(table.table);
    const unmet = Object.entries(metadata).find(([key, value]) => state?.metadata[key] !== value);
    if (unmet) {
      throw new JobFailure(
        `Precondition ${index + 1} is not met: the metadata of ${table.name} in ${tenant} does not have the required value of "${unmet[0]}".`,
      );
    }
  }
}

/** Returns the tables of `tablesToModify` that exist in the tenant and can be written in it. */
export function findTablesToLock(
  { record }: SqlTransaction,
  tables: readonly AccessibleJobTable[],
): AccessibleJobTable[] {
  return record.tablesToModify.flatMap((name) => {
    const table = findTableByName(tables, name);
    return table && !table.isReadonly ? table : [];
  });
}

/** Finds a table by its uuid, which `setMetadata` and preconditions use. Throws a `JobFailure`. */
export function findTableByUuid(
  tables: readonly AccessibleJobTable[],
  source: string,
  tenant: string,
  context: string,
): AccessibleJobTable {
  const found = tables.find(({ table }) => table.source === source);
  if (!found) {
    const sameName = findTableByName(tables, source);
    const advice = sameName ? `; name the table by its uuid, ${sameName.table.source}` : "";
    throw new JobFailure(`${context}: ${tenant} has no table source with the uuid "${source}"${advice}.`);
  }
  return found;
}

/** Throws a `JobFailure` if the job must not write the table in its tenant. */
export function checkTableIsWritable({ tables, transaction, tenant, job }: PreparedJob, name: string): void {
  const { tablesToModify } = transaction.record;
  const table = job.inputs.some(({ id }) => id.toLowerCase() === name.toLowerCase())
    ? undefined
    : findTableByName(tables, name);
  if (!table) {
    throw new JobFailure(`${tenant} has no table source "${name}" to write; only table sources can be written.`);
  }
  if (table.isReadonly) {
    throw new JobFailure(
      `${tenant} inherits the rows of ${table.name} and can only read them; write them in ${table.table.tenant}.`,
    );
  }
  if (!tablesToModify.some((toModify) => toModify.toLowerCase() === table.name.toLowerCase())) {
    throw new JobFailure(
      `${table.name} is not among the transaction's tablesToModify; start a transaction that names it.`,
    );
  }
}
