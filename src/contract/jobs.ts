import type { Static } from "typebox";
import * as Type from "typebox";
import { limits } from "./limits.ts";
import { defineOperation } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";

/** Fields of a job's state that the specification does not show, and that the embedded service returns. */
export const jobProgressFields = {
  /** Result of the job, or the reason of its failure. */
  message: Type.Optional(Type.String({ "x-source": "assumed" })),
  endTime: Type.Optional(Type.String({ "x-source": "assumed" })),
  /** Current activity of a running job. */
  currentStage: Type.Optional(Type.String({ "x-source": "assumed" })),
};

const JobStatusFields = {
  jobId: Type.Optional(Type.String()),
  tenant: Type.Optional(Type.String()),
  status: Type.Optional(createValueSetSchema("jobStatus")),
  jobType: Type.Optional(createValueSetSchema("jobType")),
  startTime: Type.Optional(Type.String()),
  parentJobId: Type.Optional(Type.String()),
  ...jobProgressFields,
};

/** Schema of a job's state. The field with the tenant is `tenant` here, but `tenantCode` in other schemas. */
export const ProcessingJobStatus = Type.Object(JobStatusFields);
export type ProcessingJobStatus = Static<typeof ProcessingJobStatus>;

/** Response schema with the state of one job, as a list with one item. */
const JobStatusList = Type.Array(ProcessingJobStatus);

/** Response schema with all jobs in a time range, without paging. Times are ISO 8601 (service-api, "Conventions"). */
export const AllJobStatuses = Type.Object({
  queryStartTime: Type.Optional(Type.String()),
  queryEndTime: Type.Optional(Type.String()),
  jobStatus: Type.Optional(Type.Array(Type.Object(JobStatusFields, { "x-source": "assumed" }))),
});
export type AllJobStatuses = Static<typeof AllJobStatuses>;

/** Request schema with the ids of the jobs to cancel. */
const CancelJobsRequest = Type.Object({
  jobIds: Type.Optional(Type.Array(Type.String(), { maxItems: limits.cancelledJobs.value })),
});

/**
 * Response schema with the result of cancelling each job. The request succeeds even if no job was cancelled. The
 * specification does not show the fields of a result.
 */
export const CancelJobsResponse = Type.Object({
  jobCancellationResults: Type.Optional(
    Type.Array(
      Type.Object(
        {
          tenantCode: Type.Optional(Type.String()),
          jobId: Type.Optional(Type.String()),
          jobType: Type.Optional(createValueSetSchema("jobType")),
          parentJobId: Type.Optional(Type.String()),
          cancelStatus: Type.Optional(createValueSetSchema("cancelStatus")),
          jobStatus: Type.Optional(createValueSetSchema("jobStatus")),
          message: Type.Optional(Type.String()),
        },
        { "x-source": "assumed" },
      ),
    ),
  ),
});
export type CancelJobsResponse = Static<typeof CancelJobsResponse>;

/** Operations that return job states or cancel jobs (service-api, "Data and jobs"). */
export const jobOperations = {
  listJobStatuses: defineOperation({
    route: "GET /v1/op/job-status/jobs",
    title: "List the statuses of all jobs",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    observes: "jobs",
    query: {
      startTime: Type.Optional(Type.String()),
      endTime: Type.Optional(Type.String()),
      status: Type.Optional(Type.String()),
    },
    answers: { "application/json": AllJobStatuses },
  }),
  getJobStatus: defineOperation({
    route: "GET /v1/op/job-status/jobs/{jobId}",
    title: "Retrieve the status of a job",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    observes: "jobs",
    path: { jobId: Type.String() },
    answers: { "application/json": JobStatusList },
  }),
  cancelJobs: defineOperation({
    route: "POST /v1/op/jobs/cancel",
    title: "Cancel jobs",
    kind: "load",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    drives: "jobs",
    body: { type: "application/json", schema: CancelJobsRequest },
    answers: { "application/json": CancelJobsResponse },
  }),
};
