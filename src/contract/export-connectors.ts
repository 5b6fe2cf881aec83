import * as Type from "typebox";
import { ExportConnectors, ExportJob, ExportJobRunResponse } from "./export-connector-schemas.ts";
import { operation } from "./operation.ts";

/** Data export connectors and their jobs (service-api, "Data export connectors"). */
export const exportConnectors = {
  listExportConnectors: operation({
    route: "GET /v1alpha/data/export-connectors/connectors",
    title: "List data export connectors",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    answers: { "application/json": ExportConnectors },
  }),
  runExportConnectorJob: operation({
    route: "POST /v1alpha/data/export-connectors/connectors/{connectorId}/jobs",
    title: "Run a data export connector job",
    // What it sends leaves the tenant.
    kind: "publish",
    idempotent: false,
    path: { connectorId: Type.String() },
    answers: { "application/json": ExportJobRunResponse },
  }),
  getExportConnectorJob: operation({
    route: "GET /v1alpha/data/export-connectors/jobs/{jobId}",
    title: "Retrieve the status of a data export connector job",
    kind: "read",
    idempotent: true,
    path: { jobId: Type.String() },
    answers: { "application/json": ExportJob },
  }),
};
