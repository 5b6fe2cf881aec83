import { type Report, reportOperations } from "../../contract/reports.ts";
import type { ResponseValue } from "../../contract/response-values.ts";
import { defaultTimeColumn, renameTimeColumn } from "../../languages/sql-like/syntax.ts";
import { type Caller, type CallTenant, createJsonResponse, HttpError } from "../call/call.ts";
import type { ResolvedProfile } from "../call/profile.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { StoredReport } from "../store/report-store.ts";
import { buildOperationPath } from "./links.ts";
import { queryHandlers } from "./queries.ts";

export const reportHandlers: OperationHandlers<typeof reportOperations> = {
  async listReports({ query: { limit = 100, start = 0 }, tenant, caller }, parts) {
    const found = await parts.reports.list(tenant.code, { limit, start });
    return createJsonResponse({ reports: found.map((report) => toReport(report, caller, parts.profile)) });
  },

  async createReport({ body, tenant, caller }, parts) {
    const title = body.title?.trim();
    if (!title) {
      throw new HttpError(400, "TITLE_MISSING", "A report needs a title.");
    }
    const added = await parts.reports.add(tenant.code, {
      title,
      description: body.description ?? "",
      isPublished: false,
      owner: caller.displayName,
      ownerId: caller.userId,
      query: undefined,
    });
    return createJsonResponse(toReport(added, caller, parts.profile));
  },

  async getReport({ path, tenant, caller }, parts) {
    return createJsonResponse(toReport(await findReport(path.reportId, tenant, parts), caller, parts.profile));
  },

  async duplicateReport({ path, tenant, caller }, parts) {
    const report = await findReport(path.reportId, tenant, parts);
    const added = await parts.reports.add(tenant.code, {
      title: `Copy of ${report.title}`,
      description: report.description,
      isPublished: false,
      owner: caller.displayName,
      ownerId: caller.userId,
      query: report.query,
    });
    return createJsonResponse(toReport(added, caller, parts.profile));
  },

  async deleteReport({ path, tenant, caller }, parts) {
    const report = await findReport(path.reportId, tenant, parts);
    if (report.ownerId !== caller.userId) {
      throw new HttpError(
        403,
        "REPORT_NOT_OWNED",
        `The report belongs to ${report.owner}; only the owner can delete it.`,
      );
    }
    await parts.reports.delete(tenant.code, report.id);
    return createJsonResponse({ id: report.id });
  },

  async downloadReport({ path, ...call }, parts) {
    const report = await findReport(path.reportId, call.tenant, parts);
    if (report.query === undefined) {
      throw new HttpError(409, "REPORT_EMPTY", "The report has no query yet, so there is nothing to download.");
    }
    const query = renameTimeColumn(report.query, defaultTimeColumn, parts.profile.timeColumn);
    return queryHandlers.querySqlLike({ ...call, body: { query }, accept: ["text/csv"] }, parts);
  },
};

async function findReport(
  id: string,
  tenant: CallTenant,
  { reports: store }: ServiceDependencies,
): Promise<StoredReport> {
  const found = await store.find(tenant.code, id);
  if (!found) {
    throw new HttpError(404, "REPORT_UNKNOWN", `The tenant ${tenant.code} has no report "${id}".`);
  }
  return found;
}

function toReport(report: StoredReport, caller: Caller, profile: ResolvedProfile): Report {
  const isOwned = report.ownerId === caller.userId;
  return {
    id: report.id,
    title: report.title,
    description: report.description,
    updatedTime: report.updatedTime,
    isPublishedReport: report.isPublished,
    owner: report.owner,
    isOwnedByUser: isOwned,
    allowedActions: actionsOn(report, isOwned),
    link: buildOperationPath(profile, "getReport", reportOperations.getReport, { reportId: report.id }),
  };
}

/** Actions that the caller may take on a report; no operation edits or shares reports. */
function actionsOn(report: StoredReport, isOwned: boolean): ResponseValue<"reportAction">[] {
  return [
    "duplicate",
    ...(isOwned ? (["delete"] as const) : []),
    ...(report.query === undefined ? [] : (["download"] as const)),
  ];
}
