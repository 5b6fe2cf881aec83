import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";
import { limits } from "./limits.ts";

const JobStatusFields = {
  jobId: Type.Optional(Type.String()),
  tenant: Type.Optional(Type.String()),
  status: Type.Optional(word("jobStatus")),
  jobType: Type.Optional(word("jobType")),
  startTime: Type.Optional(Type.String()),
  parentJobId: Type.Optional(Type.String()),
};

/** State of a job. The tenant's field is called `tenant` here, but `tenantCode` in other schemas. */
export const JobStatus = Type.Object(JobStatusFields);
export type JobStatus = Static<typeof JobStatus>;

/** State of one job, as a list with one item. */
export const JobStatusList = Type.Array(JobStatus);
export type JobStatusList = Static<typeof JobStatusList>;

/** All jobs of a time window, on one page; times are ISO 8601 (service-api, "Conventions"). */
export const AllJobStatuses = Type.Object({
  queryStartTime: Type.Optional(Type.String()),
  queryEndTime: Type.Optional(Type.String()),
  jobStatus: Type.Optional(Type.Array(Type.Object(JobStatusFields, { "x-source": "assumed" }))),
});
export type AllJobStatuses = Static<typeof AllJobStatuses>;

/** Ids of the jobs to cancel. */
export const CancelJobsRequest = Type.Object({
  jobIds: Type.Optional(Type.Array(Type.String(), { maxItems: limits.cancelledJobs.value })),
});
export type CancelJobsRequest = Static<typeof CancelJobsRequest>;

/**
 * Outcome for each job. The call succeeds even if no job was cancelled. The specification does not show the fields of
 * an outcome.
 */
export const CancelJobsResponse = Type.Object({
  jobCancellationResults: Type.Optional(
    Type.Array(
      Type.Object(
        {
          tenantCode: Type.Optional(Type.String()),
          jobId: Type.Optional(Type.String()),
          jobType: Type.Optional(word("jobType")),
          parentJobId: Type.Optional(Type.String()),
          cancelStatus: Type.Optional(word("cancelStatus")),
          jobStatus: Type.Optional(word("jobStatus")),
          message: Type.Optional(Type.String()),
        },
        { "x-source": "assumed" },
      ),
    ),
  ),
});
export type CancelJobsResponse = Static<typeof CancelJobsResponse>;
