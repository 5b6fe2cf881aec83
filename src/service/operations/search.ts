import { projectOperations } from "../../contract/projects.ts";
import { reportOperations } from "../../contract/reports.ts";
import type { searchOperations } from "../../contract/search.ts";
import { looseMatchScoreOf } from "../../languages/core/text/match-score.ts";
import { createJsonResponse, HttpError } from "../call/call.ts";
import { canRead } from "../call/capabilities.ts";
import type { OperationHandlers } from "../parts/service-dependencies.ts";
import { buildOperationPath } from "./links.ts";
import { readObjectSearch, searchObjects } from "./object-search.ts";
import { listVisibleReports } from "./visible-reports.ts";

export const searchHandlers: OperationHandlers<typeof searchOperations> = {
  async searchDocumentHeaders({ query: { q, limit = 100, offset = 0 }, tenant, caller }, parts) {
    if (q === undefined) {
      throw new HttpError(
        400,
        "SEARCH_INVALID",
        "The query parameter q is missing; send 2 to 200 characters to search for.",
      );
    }
    const canReadProjects = canRead(parts.users.byId(caller.userId), "projects");
    const visibleProjects = canReadProjects ? await parts.projects.all(tenant.code, caller.userId) : [];
    const documents = [
      ...(await listVisibleReports(tenant, caller, parts)).map(({ id, title, description }) => ({
        displayName: title,
        description,
        href: buildOperationPath(parts.profile, "getReport", reportOperations.getReport, { reportId: id }),
      })),
      ...visibleProjects.map(({ project: { id, name = "", description = "" } }) => ({
        displayName: name,
        description,
        href: buildOperationPath(parts.profile, "getProject", projectOperations.getProject, { projectId: id }),
      })),
    ];
    const found = documents
      .map(({ displayName, description, href }) => ({
        displayName,
        description,
        // A match in the description scores lower than any in the name.
        relevance: Math.max(looseMatchScoreOf(displayName, q), looseMatchScoreOf(description, q) * 0.2),
        viewLink: { href, verb: "GET" },
      }))
      .filter(({ relevance }) => relevance > 0)
      .sort((one, other) => other.relevance - one.relevance || (one.displayName < other.displayName ? -1 : 1));
    return createJsonResponse({ documentHeaders: found.slice(offset, offset + limit) });
  },

  async searchObjects({ body, tenant, signal }) {
    const results = [];
    for await (const resultsForQuery of searchObjects(tenant, readObjectSearch(body), signal)) {
      results.push({ resultsForQuery });
    }
    return createJsonResponse({ results });
  },
};
