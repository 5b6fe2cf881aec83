import { JobIdResponse } from "./extraction-job-schemas.ts";
import { operation } from "./operation.ts";
import { ConsolidatedJobRequest, ProcessingJobRequest } from "./processing-job-schemas.ts";

/** Jobs that make data versions (service-api, "Data and jobs"). */
export const processingJobs = {
  runProcessingJob: operation({
    route: "POST /v1alpha/op/jobs/processing-jobs",
    title: "Run a processing job",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    drives: "jobs",
    body: { type: "application/json", schema: ProcessingJobRequest },
    rules: [{ kind: "onlyWith", field: "body.excludedTenants", other: "body.allTenants", value: true }],
    answers: { "application/json": JobIdResponse },
  }),
  runConsolidatedJob: operation({
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
