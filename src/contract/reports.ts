import * as Type from "typebox";
import { operation, paging, stream } from "./operation.ts";
import { CreateReportRequest, Report, ReportDeleteResponse, ReportList } from "./report-schemas.ts";

const reportId = { reportId: Type.String() };

/** Reports (service-api, "Search, source files and reports"). */
export const reports = {
  listReports: operation({
    route: "GET /v1alpha/reporting/reports",
    title: "List reports",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    query: paging({ limit: 100 }),
    answers: { "application/json": ReportList },
  }),
  createReport: operation({
    route: "POST /v1alpha/reporting/reports",
    title: "Create a report",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: CreateReportRequest },
    answers: { "application/json": Report },
  }),
  getReport: operation({
    route: "GET /v1alpha/reporting/reports/{reportId}",
    title: "Retrieve a report",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: reportId,
    answers: { "application/json": Report },
  }),
  duplicateReport: operation({
    route: "POST /v1alpha/reporting/reports/{reportId}",
    title: "Duplicate a report",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: reportId,
    answers: { "application/json": Report },
  }),
  deleteReport: operation({
    route: "DELETE /v1alpha/reporting/reports/{reportId}",
    title: "Delete a report",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: reportId,
    answers: { "application/json": ReportDeleteResponse },
  }),
  downloadReport: operation({
    route: "GET /v1alpha/reporting/report-data/{reportId}",
    title: "Download the data of a report",
    kind: "read",
    idempotent: true,
    answersAggregates: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: reportId,
    answers: { "text/csv": stream },
  }),
};
