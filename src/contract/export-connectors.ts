import * as Type from "typebox";
import { defineOperation } from "./operation.ts";
import { DescriptiveFields } from "./table-sources.ts";

const text = Type.Optional(Type.String());

/**
 * Response schema with data export connectors, their exports and the credentials that they may use (service-api, "Data
 * export connectors").
 */
const ExportConnectors = Type.Object({
  connectors: Type.Optional(
    Type.Array(
      Type.Object({
        id: text,
        objectName: text,
        basicInformation: Type.Optional(DescriptiveFields),
        links: Type.Optional(
          Type.Array(
            Type.Object({ linkedDataExport: Type.Optional(Type.Object({ dataExportId: text, tableName: text })) }),
          ),
        ),
        credentialIds: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  ),
});

/** Response schema with the id of the export job that was started. */
const ExportJobRunResponse = Type.Object({ id: text });

/**
 * Response schema with the state of an export job and of its sync jobs, which send the data to the destination
 * (service-api, "Data export connectors").
 */
const ExportJob = Type.Object({
  id: text,
  status: text,
  errorMessage: text,
  syncJobs: Type.Optional(Type.Array(Type.Object({ id: text, status: text, errorMessage: text }))),
});

/** Operations on data export connectors and their jobs (service-api, "Data export connectors"). */
export const exportConnectorOperations = {
  listExportConnectors: defineOperation({
    route: "GET /v1alpha/data/export-connectors/connectors",
    title: "List data export connectors",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    answers: { "application/json": ExportConnectors },
  }),
  runExportConnectorJob: defineOperation({
    route: "POST /v1alpha/data/export-connectors/connectors/{connectorId}/jobs",
    title: "Run a data export connector job",
    // The exported data leaves the tenant.
    kind: "publish",
    idempotent: false,
    path: { connectorId: Type.String() },
    answers: { "application/json": ExportJobRunResponse },
  }),
  getExportConnectorJob: defineOperation({
    route: "GET /v1alpha/data/export-connectors/jobs/{jobId}",
    title: "Retrieve the status of a data export connector job",
    kind: "read",
    idempotent: true,
    path: { jobId: Type.String() },
    answers: { "application/json": ExportJob },
  }),
};
