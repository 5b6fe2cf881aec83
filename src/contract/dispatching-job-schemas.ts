import type { Static, TProperties } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

const page = {
  parentJobId: Type.Optional(Type.String({ "x-source": "assumed" })),
  parentTenantCode: Type.Optional(Type.String({ "x-source": "assumed" })),
  limit: Type.Optional(Type.Integer({ "x-source": "assumed" })),
  start: Type.Optional(Type.Integer({ "x-source": "assumed" })),
};

const jobs = <Fields extends TProperties>(fields: Fields) =>
  Type.Optional(Type.Array(Type.Object(fields), { "x-source": "assumed" }));

/** State of a dispatching job. */
export const DispatchingJobStatus = Type.Object({
  jobId: Type.Optional(Type.String()),
  tenantCode: Type.Optional(Type.String()),
  status: Type.Optional(word("jobStatus")),
  totalJobsDispatched: Type.Optional(Type.Integer()),
});
export type DispatchingJobStatus = Static<typeof DispatchingJobStatus>;

/**
 * One page of the extraction jobs that a dispatching job started. The specification shows only that it is a list of job
 * statuses.
 */
export const DispatchedExtractionJobs = Type.Object(
  {
    ...page,
    extractionJobs: jobs({
      extractionJobId: Type.Optional(Type.String()),
      tenantCode: Type.Optional(Type.String()),
      status: Type.Optional(word("jobStatus")),
      currentStage: Type.Optional(Type.String()),
    }),
  },
  { "x-source": "assumed" },
);
export type DispatchedExtractionJobs = Static<typeof DispatchedExtractionJobs>;

/**
 * One page of the receiving jobs that a dispatching job started. The specification shows only that it is a list of job
 * statuses.
 */
export const DispatchedReceivingJobs = Type.Object(
  {
    ...page,
    receivingJobs: jobs({
      receivingJobId: Type.Optional(Type.String()),
      tenantCode: Type.Optional(Type.String()),
      status: Type.Optional(word("jobStatus")),
    }),
  },
  { "x-source": "assumed" },
);
export type DispatchedReceivingJobs = Static<typeof DispatchedReceivingJobs>;

/**
 * One page of the processing jobs that a dispatching job started. The specification shows only that it is a list of job
 * statuses.
 */
export const DispatchedProcessingJobs = Type.Object(
  {
    ...page,
    processingJobs: jobs({
      jobId: Type.Optional(Type.String()),
      tenantCode: Type.Optional(Type.String()),
      dataVersion: Type.Optional(Type.String()),
      status: Type.Optional(word("jobStatus")),
      message: Type.Optional(Type.String()),
    }),
  },
  { "x-source": "assumed" },
);
export type DispatchedProcessingJobs = Static<typeof DispatchedProcessingJobs>;
