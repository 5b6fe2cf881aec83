import type { Static } from "typebox";
import * as Type from "typebox";
import { defineOperation } from "./operation.ts";

const month = [
  Type.Literal("CURRENT_DAY_OF_MONTH"),
  Type.Literal("FIRST_OF_MONTH"),
  Type.Literal("LAST_OF_MONTH"),
] as const;
const week = [
  Type.Literal("CURRENT_DAY_OF_WEEK"),
  Type.Literal("FIRST_OF_WEEK"),
  Type.Literal("LAST_OF_WEEK"),
] as const;

/**
 * Request schema of both extraction operations (service-api, "Extraction job request"). Times are epoch milliseconds as
 * text. `tenants` and `allTenants` are for an administrating tenant, `excludedTenants` only with `allTenants: true`.
 */
const ExtractionJobRequest = Type.Object({
  tenants: Type.Optional(Type.Array(Type.String(), { description: "Administrating tenant only; one job each." })),
  allTenants: Type.Optional(
    Type.Boolean({ description: "Administrating tenant only; one job per accessible tenant." }),
  ),
  excludedTenants: Type.Optional(Type.Array(Type.String(), { description: "Valid only with allTenants true." })),
  overrideLastExtractionTimestamp: Type.Optional(Type.String({ description: "Epoch milliseconds to start from." })),
  extractToTimeOverride: Type.Optional(Type.String({ description: "Epoch milliseconds to end at." })),
  lastExtractionTimeOffsetWeeks: Type.Optional(Type.Integer()),
  lastExtractionTimeOffsetMonths: Type.Optional(Type.Integer()),
  lastExtractionTimeOffsetMode: Type.Optional(
    Type.Union([Type.Literal("WEEK"), Type.Literal("MONTH")], { default: "MONTH" }),
  ),
  offsetWeekOption: Type.Optional(Type.Union([...week], { default: "CURRENT_DAY_OF_WEEK" })),
  offsetMonthOption: Type.Optional(Type.Union([...month], { default: "CURRENT_DAY_OF_MONTH" })),
  monthsToExtract: Type.Optional(Type.Integer()),
  publishDataLoadArtifacts: Type.Optional(Type.Boolean()),
  runProcessingJob: Type.Optional(Type.Boolean()),
  dataCategoryId: Type.Optional(Type.String({ description: "Primary category when omitted." })),
  disableArtifactGeneration: Type.Optional(Type.Boolean({ default: false })),
  forceUpdateExistingArtifacts: Type.Optional(
    Type.Boolean({ description: "Ignored when disableArtifactGeneration is true." }),
  ),
  connectorIds: Type.Optional(Type.Array(Type.String())),
  batchSizeOverride: Type.Optional(Type.Integer()),
  sqlBatchSize: Type.Optional(Type.Integer()),
  spillDebugInfoPartitionsDTO: Type.Optional(
    Type.Union([Type.Literal("spillNone"), Type.Literal("spillStagesAndRecords"), Type.Literal("spillAll")]),
  ),
  spillDebugInfoDetailLevelDTO: Type.Optional(Type.Union([Type.Literal("fileAndLine"), Type.Literal("mappingName")])),
  credentialId: Type.Optional(Type.String({ description: "Lakehouse-type connector only." })),
  outputTarget: Type.Optional(Type.Union([Type.Literal("Receiving"), Type.Literal("SQL")], { default: "Receiving" })),
});

/**
 * Response schema with the id of the started job, or of a dispatching job for several tenants. Only this operation
 * spells the field `JobId`.
 */
const TriggerExtractionResponse = Type.Object({ JobId: Type.Optional(Type.String()) });

/** Response schema with the id of the started job, or of a dispatching job for several tenants. */
export const JobIdResponse = Type.Object({ jobId: Type.Optional(Type.String()) });
export type JobIdResponse = Static<typeof JobIdResponse>;

/** Operations that extract data from data connectors (service-api, "Data and jobs"). */
export const extractionJobOperations = {
  triggerExtractionJobs: defineOperation({
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
  runExtractionJob: defineOperation({
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
