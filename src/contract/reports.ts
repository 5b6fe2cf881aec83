import type { Static } from "typebox";
import * as Type from "typebox";
import { createPagingParameters, defineOperation, streamMarker } from "./operation.ts";
import { SqlLikeAggregateOptions, SqlLikeListOptions } from "./query-options.ts";
import { createValueSetSchema } from "./response-values.ts";

/** Schema of a report. */
export const Report = Type.Object({
  id: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  updatedTime: Type.Optional(Type.String()),
  isPublishedReport: Type.Optional(Type.Boolean()),
  owner: Type.Optional(Type.String()),
  isOwnedByUser: Type.Optional(Type.Boolean()),
  allowedActions: Type.Optional(Type.Array(createValueSetSchema("reportAction", { examples: ["duplicate"] }))),
  link: Type.Optional(Type.String()),
  query: Type.Optional(
    Type.String({ description: "SQL-like query, for callers who may run the report.", "x-source": "assumed" }),
  ),
});
export type Report = Static<typeof Report>;

/** Response schema with one page of reports. */
const ReportList = Type.Object({ reports: Type.Optional(Type.Array(Report)) });

/**
 * Request schema with the localised title and description of a new report. The other fields, which give it a query, are
 * assumed, because the specification shows none.
 */
const CreateReportRequest = Type.Object({
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  query: Type.Optional(Type.String({ description: "SQL-like query that the report runs.", "x-source": "assumed" })),
  aggregateQueryOptions: Type.Optional(Type.With(SqlLikeAggregateOptions, { "x-source": "assumed" })),
  listQueryOptions: Type.Optional(Type.With(SqlLikeListOptions, { "x-source": "assumed" })),
  isPublishedReport: Type.Optional(
    Type.Boolean({
      description: "Whether others may run the report too; drafts are their owner's.",
      default: false,
      "x-source": "assumed",
    }),
  ),
});

/** Response schema with the id of the deleted report. */
const ReportDeleteResponse = Type.Object({ id: Type.Optional(Type.String()) });

const reportId = { reportId: Type.String() };

/** Operations on reports (service-api, "Search, source files and reports"). */
export const reportOperations = {
  listReports: defineOperation({
    route: "GET /v1alpha/reporting/reports",
    title: "List reports",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    query: createPagingParameters({ limit: 100 }),
    answers: { "application/json": ReportList },
  }),
  createReport: defineOperation({
    route: "POST /v1alpha/reporting/reports",
    title: "Create a report",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: CreateReportRequest },
    answers: { "application/json": Report },
  }),
  getReport: defineOperation({
    route: "GET /v1alpha/reporting/reports/{reportId}",
    title: "Retrieve a report",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: reportId,
    answers: { "application/json": Report },
  }),
  duplicateReport: defineOperation({
    route: "POST /v1alpha/reporting/reports/{reportId}",
    title: "Duplicate a report",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: reportId,
    answers: { "application/json": Report },
  }),
  deleteReport: defineOperation({
    route: "DELETE /v1alpha/reporting/reports/{reportId}",
    title: "Delete a report",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: reportId,
    answers: { "application/json": ReportDeleteResponse },
  }),
  downloadReport: defineOperation({
    route: "GET /v1alpha/reporting/report-data/{reportId}",
    title: "Download the data of a report",
    kind: "read",
    idempotent: true,
    answersAggregates: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: reportId,
    answers: { "text/csv": streamMarker },
  }),
};
