import * as Type from "typebox";
import {
  DataVersionExport,
  DataVersionExportFileErrorResponse,
  DataVersionExportList,
  DataVersions,
  ExportJobStatus,
  ScheduleExportRequest,
  ScheduleExportResponse,
} from "./data-version-export-schemas.ts";
import { operation, stream } from "./operation.ts";

const exportUuid = { exportUuid: Type.String() };

/** Exports of data versions (service-api, "Data version export"). */
export const dataVersionExports = {
  listExportableDataVersions: operation({
    route: "GET /v1alpha/data/data-version-exports/data-versions",
    title: "List the data versions that can be exported",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": DataVersions },
  }),
  listDataVersionExports: operation({
    route: "GET /v1alpha/data/data-version-exports/exports",
    title: "List data version exports",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": DataVersionExportList },
  }),
  getDataVersionExport: operation({
    route: "GET /v1alpha/data/data-version-exports/exports/{exportUuid}",
    title: "Retrieve a data version export",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    path: exportUuid,
    answers: { "application/json": DataVersionExport },
  }),
  scheduleDataVersionExport: operation({
    route: "POST /v1alpha/data/data-version-exports/jobs",
    title: "Schedule a data version export",
    // Changes no data, but each call counts towards the tenant's daily quota.
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: ScheduleExportRequest },
    answers: { "application/json": ScheduleExportResponse },
  }),
  getDataVersionExportJob: operation({
    route: "GET /v1alpha/data/data-version-exports/jobs/{jobUuid}",
    title: "Retrieve the status of a data version export job",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    path: { jobUuid: Type.String() },
    answers: { "application/json": ExportJobStatus },
  }),
  downloadDataVersionExportFile: operation({
    route: "GET /v1alpha/data/data-version-exports/exports/{exportUuid}/files/{fileId}",
    title: "Download a file of a data version export",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { ...exportUuid, fileId: Type.Integer() },
    answers: { "application/gzip": stream },
    failure: DataVersionExportFileErrorResponse,
  }),
};
