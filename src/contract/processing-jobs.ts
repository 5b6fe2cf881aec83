import * as Type from "typebox";
import { JobIdResponse } from "./extraction-jobs.ts";
import { defineOperation } from "./operation.ts";

/**
 * Request schema of a processing job (service-api, "Processing job request"). `excludedTenants` is allowed only with
 * `allTenants: true`.
 */
const ProcessingJobRequest = Type.Object({
  tenants: Type.Optional(Type.Array(Type.String(), { description: "The requester's tenant when omitted." })),
  allTenants: Type.Optional(Type.Boolean({ default: false })),
  dataCategoryId: Type.Optional(Type.String({ description: "Primary category when omitted." })),
  publishToProduction: Type.Optional(Type.Boolean({ default: false })),
  excludedTenants: Type.Optional(Type.Array(Type.String(), { description: "Valid only with allTenants true." })),
});

/** Request schema with the consolidated analytics tenant whose data is processed. */
const ConsolidatedJobRequest = Type.Object({
  tenantCode: Type.Optional(Type.String()),
  runProcessingJob: Type.Optional(Type.Boolean({ description: "Also generate a data version." })),
});

/** Operations that start processing jobs, which create data versions (service-api, "Data and jobs"). */
export const processingJobOperations = {
  runProcessingJob: defineOperation({
    route: "POST /v1alpha/op/jobs/processing-jobs",
    title: "Run a processing job",
    kind: "load",
    kindWhen: { field: "body.publishToProduction", value: true, kind: "publish" },
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    drives: "jobs",
    body: { type: "application/json", schema: ProcessingJobRequest },
    rules: [{ kind: "onlyWith", field: "body.excludedTenants", other: "body.allTenants", value: true }],
    answers: { "application/json": JobIdResponse },
  }),
  runConsolidatedJob: defineOperation({
    route: "POST /v1alpha/op/jobs/consolidated-analytics-jobs",
    title: "Run a consolidated analytics job",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    drives: "jobs",
    body: { type: "application/json", schema: ConsolidatedJobRequest },
    answers: { "application/json": JobIdResponse },
  }),
};
