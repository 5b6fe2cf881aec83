import type { Clock } from "../../base/clock.ts";
import { countOf } from "../../base/count-of.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { TableSessions } from "../table-data/table-data.ts";
import { type AccessibleJobTable, readAccessibleTables } from "./accessible-tables.ts";
import type { InputFiles } from "./input-files.ts";
import type { JobEnvironment } from "./job-environment.ts";
import { type JobTenants, toTenantCode } from "./job-tenants.ts";
import type { JobInput, SqlJob } from "./sql-job.ts";
import type { SqlTransaction } from "./sql-transaction.ts";
import { findTablesToLock } from "./tenant-job.ts";
import type { JobRunRecord, TransactionTenantRecord } from "./transaction-record.ts";

/** Creates records for those tenants of a job that its transaction does not include yet. */
export function createTenantRecords(
  transaction: SqlTransaction,
  runs: readonly Pick<JobRunRecord, "tenant">[],
  clock: Clock,
): readonly TransactionTenantRecord[] {
  const unknown = runs.filter(({ tenant }) => !transaction.tenant(tenant));
  return unknown.map(({ tenant }) => ({
    tenant,
    state: "open",
    startedAt: clock.now(),
    closedAt: undefined,
    metadata: [],
  }));
}

/**
 * Locks the tables to modify in every tenant of a job. Only logs failures, because the job will fail with them when it
 * runs in the tenant.
 */
export async function lockTablesInAllTenants(
  transaction: SqlTransaction,
  runs: readonly JobRunRecord[],
  environment: JobEnvironment,
): Promise<void> {
  if (transaction.record.tablesToModify.length === 0) {
    return;
  }
  try {
    const tableGroups: AccessibleJobTable[][] = [];
    for (const { tenant } of runs.filter((run) => transaction.tenant(run.tenant)?.state === "open")) {
      tableGroups.push(findTablesToLock(transaction, await readAccessibleTables(tenant, environment)));
    }
    await environment.tableData.lockEach(transaction.id, tableGroups);
  } catch (error) {
    environment.onFailure(error);
  }
}

/**
 * Returns the tenants of a job that its request determines: the listed tenants or, if no input is distributed, the
 * current tenant. Returns undefined if the tenants depend on the data (service-api, "SqlJobRequest").
 */
export function findNamedTenants({ tenants, inputs }: SqlJob, { current }: JobTenants): readonly string[] | undefined {
  return tenants ?? (inputs.some(({ distribution }) => distribution !== undefined) ? undefined : [current]);
}

/**
 * Returns the tenants for which the inputs of a job have data, ordered by code. Throws a `JobFailure` for tenants that
 * the job cannot access.
 */
export async function findTenantsInData(
  { inputs }: SqlJob,
  files: InputFiles,
  jobTenants: JobTenants,
  sessions: TableSessions,
): Promise<string[]> {
  const found = new Set<string>();
  for (const input of inputs.filter(({ distribution }) => distribution !== undefined)) {
    const codes =
      input.distribution === "DISTRIBUTE_ROWS"
        ? await tenantsOfRows(input, files, jobTenants, sessions)
        : files.tenantsOf(input);
    const unmanaged = codes.filter((code) => !jobTenants.has(code));
    if (unmanaged.length > 0) {
      throw new JobFailure(
        `The input "${input.id}" is for ${countOf(unmanaged.length, "tenant")} that ${jobTenants.current} does not manage; correct the tenant codes, or check prependAdminTenantCode.`,
      );
    }
    for (const code of codes) {
      found.add(code);
    }
  }
  if (found.size === 0) {
    throw new JobFailure(
      "The inputs have data for no tenant, so there is none to run in; upload their files, or list the tenants in the request.",
    );
  }
  return [...found].sort();
}

async function tenantsOfRows(
  input: JobInput,
  files: InputFiles,
  jobTenants: JobTenants,
  sessions: TableSessions,
): Promise<string[]> {
  const session = sessions.enter(jobTenants.current, { tables: [], inputs: [files.viewOfAll(input)] });
  const names = await session.listValues(input.id, input.tenantCodeColumn ?? "");
  return names.map((name) => toTenantCode(name, input, jobTenants));
}
