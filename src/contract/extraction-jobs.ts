import { ExtractionJobRequest, JobIdResponse, TriggerExtractionResponse } from "./extraction-job-schemas.ts";
import { operation } from "./operation.ts";

/** Extraction from data connectors (service-api, "Data and jobs"). */
export const extractionJobs = {
  triggerExtractionJobs: operation({
    route: "POST /v1/op/data/startExtractAndLoad",
    title: "Trigger extraction jobs",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    drives: "jobs",
    body: { type: "application/json", schema: ExtractionJobRequest },
    rules: [{ kind: "onlyWith", field: "body.excludedTenants", other: "body.allTenants", value: true }],
    answers: { "application/json": TriggerExtractionResponse },
  }),
  runExtractionJob: operation({
    route: "POST /v1alpha/op/jobs/extraction-jobs",
    title: "Run a data connector extraction job",
    kind: "load",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    drives: "jobs",
    body: { type: "application/json", schema: ExtractionJobRequest },
    rules: [{ kind: "onlyWith", field: "body.excludedTenants", other: "body.allTenants", value: true }],
    answers: { "application/json": JobIdResponse },
  }),
};
