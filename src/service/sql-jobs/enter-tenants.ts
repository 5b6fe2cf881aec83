import type { Clock } from "../../base/clock.ts";
import type { TableSessions } from "../table-data/table-data.ts";
import { type AccessibleJobTable, readAccessibleTables } from "./accessible-tables.ts";
import type { InputFiles } from "./input-files.ts";
import { JobFailure } from "./job-failure.ts";
import type { JobSurroundings } from "./job-surroundings.ts";
import { type JobTenants, tenantOfName } from "./job-tenants.ts";
import type { JobInput, SqlJob } from "./sql-job.ts";
import type { SqlTransaction } from "./sql-transaction.ts";
import { tablesToLock } from "./tenant-job.ts";
import type { RunRecord, TenantRecord } from "./transaction-record.ts";

/** The tenants of a job that its transaction becomes part of. */
export function newTenants(
  transaction: SqlTransaction,
  runs: readonly Pick<RunRecord, "tenant">[],
  clock: Clock,
): readonly TenantRecord[] {
  const unknown = runs.filter(({ tenant }) => !transaction.tenant(tenant));
  return unknown.map(({ tenant }) => ({
    tenant,
    state: "open",
    startedAt: clock.now(),
    closedAt: undefined,
    metadata: [],
  }));
}

/** Locks the tables to modify in every tenant of a job; where that fails the job finds out why when it comes to the tenant. */
export async function lockInAll(
  transaction: SqlTransaction,
  runs: readonly RunRecord[],
  surroundings: JobSurroundings,
): Promise<void> {
  if (transaction.record.tablesToModify.length === 0) {
    return;
  }
  try {
    const wishes: AccessibleJobTable[][] = [];
    for (const { tenant } of runs.filter((run) => transaction.tenant(run.tenant)?.state === "open")) {
      wishes.push(tablesToLock(transaction, await readAccessibleTables(tenant, surroundings)));
    }
    await surroundings.tableData.lockEach(transaction.id, wishes);
  } catch (error) {
    surroundings.onFailure(error);
  }
}

/**
 * The tenants that a job runs in where its request tells: those that it names, or the current one while no input is distributed;
 * `undefined` where the data must tell (service-api, "SqlJobRequest").
 */
export function namedTenants({ tenants, inputs }: SqlJob, { current }: JobTenants): readonly string[] | undefined {
  return tenants ?? (inputs.some(({ distribution }) => distribution !== undefined) ? undefined : [current]);
}

/** The tenants that the inputs of a job are for, in the order of their codes; a `JobFailure` for any that is not in reach. */
export async function tenantsInData(
  { inputs }: SqlJob,
  files: InputFiles,
  reach: JobTenants,
  sessions: TableSessions,
): Promise<string[]> {
  const found = new Set<string>();
  for (const input of inputs.filter(({ distribution }) => distribution !== undefined)) {
    const codes =
      input.distribution === "DISTRIBUTE_ROWS"
        ? await tenantsOfRows(input, files, reach, sessions)
        : files.tenantsOf(input);
    const strangers = codes.filter((code) => !reach.has(code));
    if (strangers.length > 0) {
      throw new JobFailure(
        `The input "${input.id}" is for ${strangers.length} tenants that ${reach.current} does not manage; mend their codes, or see whether prependAdminTenantCode is as it should be.`,
      );
    }
    for (const code of codes) {
      found.add(code);
    }
  }
  if (found.size === 0) {
    throw new JobFailure(
      "The inputs are for no tenant, so there is none to run in; upload their files, or name tenants.",
    );
  }
  return [...found].sort();
}

async function tenantsOfRows(
  input: JobInput,
  files: InputFiles,
  reach: JobTenants,
  sessions: TableSessions,
): Promise<string[]> {
  const session = sessions.enter(reach.current, { tables: [], inputs: [files.viewOfAll(input)] });
  const names = await session.listValues(input.id, input.tenantCodeColumn ?? "");
  return names.map((name) => tenantOfName(name, input, reach));
}
