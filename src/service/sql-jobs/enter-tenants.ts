import type { Clock } from "../../base/clock.ts";
import type { JobSurroundings } from "./job-surroundings.ts";
import { type ReachableTable, readReachableTables } from "./reachable-tables.ts";
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
    const wishes: ReachableTable[][] = [];
    for (const { tenant } of runs.filter((run) => transaction.tenant(run.tenant)?.state === "open")) {
      wishes.push(tablesToLock(transaction, await readReachableTables(tenant, surroundings)));
    }
    await surroundings.tableData.lockEach(transaction.id, wishes);
  } catch (error) {
    surroundings.onFailure(error);
  }
}
