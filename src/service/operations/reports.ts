import { type Report, reportOperations } from "../../contract/reports.ts";
import type { ResponseValue } from "../../contract/response-values.ts";
import { defaultTimeColumn, renameTimeColumn } from "../../languages/sql-like/syntax.ts";
import { type Caller, createJsonResponse, HttpError } from "../call/call.ts";
import { canRead } from "../call/capabilities.ts";
import type { ResolvedProfile } from "../call/profile.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { StoredReport } from "../store/report-store.ts";
import { buildOperationPath } from "./links.ts";
import { queryHandlers } from "./queries.ts";
import { readSqlLike } from "./sql-like-query.ts";
import { findVisibleReport, isOwnedBy, listVisibleReports } from "./visible-reports.ts";

export const reportHandlers: OperationHandlers<typeof reportOperations> = {
  async listReports({ query: { limit = 100, start = 0 }, tenant, caller }, parts) {
    const visible = await listVisibleReports(tenant, caller, parts);
    const page = visible.slice(start, start + limit);
    return createJsonResponse({ reports: page.map((report) => toReport(report, caller, parts)) });
  },

  async createReport({ body, tenant, caller }, parts) {
    const { query, description = "", isPublishedReport = false } = body;
    const title = body.title?.trim();
    if (!title) {
      throw new HttpError(400, "TITLE_MISSING", "A report needs a title.");
    }
    const { timeColumn } = parts.profile;
    const options = {
      ...(body.aggregateQueryOptions && { aggregateQueryOptions: body.aggregateQueryOptions }),
      ...(body.listQueryOptions && { listQueryOptions: body.listQueryOptions }),
    };
    if (query !== undefined) {
      checkMayQuery(caller, parts, "save a query");
      // Throws what is wrong with the query.
      readSqlLike({ query, ...options }, tenant.model, timeColumn);
    } else if (isPublishedReport || Object.keys(options).length > 0) {
      throw new HttpError(
        400,
        "QUERY_MISSING",
        "A report without a query has no options and is not published; add the query.",
      );
    }
    const added = await parts.reports.add(tenant.code, {
      title,
      description,
      isPublished: isPublishedReport,
      owner: caller.displayName,
      ownerId: caller.userId,
      query: query === undefined ? undefined : renameTimeColumn(query, timeColumn, defaultTimeColumn),
      options: Object.keys(options).length > 0 ? options : undefined,
    });
    return createJsonResponse(toReport(added, caller, parts));
  },

  async getReport({ path, tenant, caller }, parts) {
    return createJsonResponse(toReport(await findVisibleReport(path.reportId, tenant, caller, parts), caller, parts));
  },

  async duplicateReport({ path, tenant, caller }, parts) {
    const { title, description, query, options } = await findVisibleReport(path.reportId, tenant, caller, parts);
    const added = await parts.reports.add(tenant.code, {
      title: `Copy of ${title}`,
      description,
      isPublished: false,
      owner: caller.displayName,
      ownerId: caller.userId,
      query,
      options,
    });
    return createJsonResponse(toReport(added, caller, parts));
  },

  async deleteReport({ path, tenant, caller }, parts) {
    const report = await findVisibleReport(path.reportId, tenant, caller, parts);
    if (!isOwnedBy(report, caller)) {
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
    checkMayQuery(call.caller, parts, "run a report");
    const { query, options } = await findVisibleReport(path.reportId, call.tenant, call.caller, parts);
    if (query === undefined) {
      throw new HttpError(409, "REPORT_EMPTY", "The report has no query, so there is nothing to download.");
    }
    const body = { query: renameTimeColumn(query, defaultTimeColumn, parts.profile.timeColumn), ...options };
    return queryHandlers.querySqlLike({ ...call, body, accept: ["text/csv"] }, parts);
  },
};

/** A report is run with the caller's rights, so it takes the permission to query. Throws a 403. */
function checkMayQuery(caller: Caller, parts: ServiceDependencies, action: string): void {
  if (!mayQuery(caller, parts)) {
    throw new HttpError(403, "NOT_PERMITTED", `Your profile does not permit queries, so you cannot ${action}.`);
  }
}

function mayQuery({ userId }: Caller, { users }: Pick<ServiceDependencies, "users">): boolean {
  return canRead(users.byId(userId), "dataQuery");
}

function toReport(
  report: StoredReport,
  caller: Caller,
  { profile, users }: Pick<ServiceDependencies, "users"> & { readonly profile: ResolvedProfile },
): Report {
  const { query } = report;
  const isRunnable = query !== undefined && mayQuery(caller, { users });
  return {
    id: report.id,
    title: report.title,
    description: report.description,
    updatedTime: report.updatedTime,
    isPublishedReport: report.isPublished,
    owner: report.owner,
    isOwnedByUser: isOwnedBy(report, caller),
    allowedActions: actionsOn(isOwnedBy(report, caller), isRunnable),
    link: buildOperationPath(profile, "getReport", reportOperations.getReport, { reportId: report.id }),
    ...(isRunnable && { query: renameTimeColumn(query, defaultTimeColumn, profile.timeColumn) }),
  };
}

/** Actions that the caller may take on a report; no operation edits or shares reports. */
function actionsOn(isOwned: boolean, isRunnable: boolean): ResponseValue<"reportAction">[] {
  return ["duplicate", ...(isOwned ? (["delete"] as const) : []), ...(isRunnable ? (["download"] as const) : [])];
}
