import { setImmediate } from "node:timers/promises";
import { defaultTimeColumn } from "../../languages/sql-like/syntax.ts";
import { type Caller, type CallTenant, HttpError } from "../call/call.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { StoredReport } from "../store/report-store.ts";
import { StoreError } from "../store/store-error.ts";
import { readSqlLike } from "./sql-like-query.ts";

/** Number of reports to check before other calls may proceed. */
const reportsPerTurn = 50;

/**
 * Returns the reports that a caller may know of, ordered by title: own ones, and published ones whose query uses only
 * parts of the model that the caller sees. Of a tenant with unusable data, where that is not known, own ones alone.
 */
export async function listVisibleReports(
  tenant: CallTenant,
  caller: Caller,
  { reports }: Pick<ServiceDependencies, "reports">,
): Promise<readonly StoredReport[]> {
  const visible: StoredReport[] = [];
  const model = findUsableModel(tenant);
  for (const [index, report] of (await reports.list(tenant.code, caller.userId)).entries()) {
    if (isOwnedBy(report, caller) || (model && canBind(report, model))) {
      visible.push(report);
    }
    if (index % reportsPerTurn === reportsPerTurn - 1) {
      await setImmediate();
    }
  }
  return visible;
}

/** Finds a report that a caller may know of. Throws a 404 if there is none, and a 403 if the caller may not run it. */
export async function findVisibleReport(
  id: string,
  tenant: CallTenant,
  caller: Caller,
  { reports }: Pick<ServiceDependencies, "reports">,
): Promise<StoredReport> {
  const found = await reports.find(tenant.code, id, caller.userId);
  if (!found) {
    throw new HttpError(404, "REPORT_UNKNOWN", `The tenant ${tenant.code} has no report "${id}" that you may see.`);
  }
  if (!isOwnedBy(found, caller) && !canBind(found, tenant.model)) {
    throw new HttpError(
      403,
      "REPORT_NOT_PERMITTED",
      `The report "${id}" uses parts of the model that you may not see; ask its owner or an administrator.`,
    );
  }
  return found;
}

export function isOwnedBy({ ownerId }: StoredReport, { userId }: Caller): boolean {
  return ownerId === userId;
}

function findUsableModel(tenant: CallTenant): TenantModel | undefined {
  try {
    return tenant.model;
  } catch (error) {
    if (error instanceof StoreError && error.kind === "unusable") {
      return undefined;
    }
    throw error;
  }
}

/** Whether every name in the report's query is in the model that the caller sees. */
function canBind({ query, options }: StoredReport, model: TenantModel): boolean {
  if (query === undefined) {
    return true;
  }
  try {
    readSqlLike({ query, ...options }, model, defaultTimeColumn);
    return true;
  } catch (error) {
    if (error instanceof HttpError) {
      return false;
    }
    throw error;
  }
}
