import { jobPhaseOf, normalizedStatus } from "../../contract/job-status.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transactions.ts";
import type { CellPhase, MatrixCell, MatrixRow } from "../../protocol/transaction-view.ts";

type JobTenant = NonNullable<SqlJobStatus["tenants"]>[number];

/**
 * Returns the table of tenants and jobs of a transaction. It has one row for each tenant, sorted by code, and one
 * column for each job.
 */
export function matrixRows(
  transaction: SqlTransaction | undefined,
  jobs: readonly (SqlJobStatus | undefined)[],
): readonly MatrixRow[] {
  const children = new Map((transaction?.children ?? []).map((child) => [child.tenantCode ?? "", child]));
  const ofJobs = jobs.map((job) => new Map((job?.tenants ?? []).map((tenant) => [tenant.tenantCode ?? "", tenant])));
  const codes = new Set([...children.keys(), ...ofJobs.flatMap((tenants) => [...tenants.keys()])]);
  return [...codes].sort().map((tenant) => {
    const child = children.get(tenant);
    return {
      tenant,
      cells: [
        child ? { phase: transactionCellPhase(child.status), state: child.status ?? "" } : null,
        ...ofJobs.map((tenants) => toCell(tenants.get(tenant))),
      ],
    };
  });
}

function toCell(tenant: JobTenant | undefined): MatrixCell | null {
  if (!tenant) {
    return null;
  }
  const { status = "", message } = tenant;
  return { phase: jobPhaseOf(status), state: status, ...(message ? { message } : {}) };
}

function transactionCellPhase(status: string | undefined): CellPhase {
  const normalized = normalizedStatus(status);
  if (["committed", "rolledback", "closed"].includes(normalized)) {
    return "ended";
  }
  return normalized === "resolving" ? "resolving" : "open";
}
