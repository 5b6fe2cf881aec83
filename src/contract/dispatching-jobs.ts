import type { TProperties } from "typebox";
import * as Type from "typebox";
import { jobProgressFields } from "./jobs.ts";
import { createPagingParameters, defineOperation } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";
import { TenantCode } from "./tenant-code.ts";

const page = {
  parentJobId: Type.Optional(Type.String({ "x-source": "assumed" })),
  parentTenantCode: Type.Optional(Type.String({ "x-source": "assumed" })),
  limit: Type.Optional(Type.Integer({ "x-source": "assumed" })),
  start: Type.Optional(Type.Integer({ "x-source": "assumed" })),
};

const jobs = <Fields extends TProperties>(fields: Fields) =>
  Type.Optional(Type.Array(Type.Object(fields), { "x-source": "assumed" }));

/** Response schema with the state of a dispatching job, which starts one job per tenant. */
const DispatchingJobStatus = Type.Object({
  jobId: Type.Optional(Type.String()),
  tenantCode: Type.Optional(Type.String()),
  status: Type.Optional(createValueSetSchema("jobStatus")),
  totalJobsDispatched: Type.Optional(Type.Integer()),
  message: jobProgressFields.message,
  endTime: jobProgressFields.endTime,
});

/**
 * Response schema with one page of the extraction jobs that a dispatching job started. The specification shows only
 * that it is a list of job statuses.
 */
const DispatchedExtractionJobs = Type.Object(
  {
    ...page,
    extractionJobs: jobs({
      extractionJobId: Type.Optional(Type.String()),
      tenantCode: Type.Optional(Type.String()),
      status: Type.Optional(createValueSetSchema("jobStatus")),
      ...jobProgressFields,
      currentStage: Type.Optional(Type.String()),
    }),
  },
  { "x-source": "assumed" },
);

/**
 * Response schema with one page of the receiving jobs that a dispatching job started. The specification shows only that
 * it is a list of job statuses.
 */
const DispatchedReceivingJobs = Type.Object(
  {
    ...page,
    receivingJobs: jobs({
      receivingJobId: Type.Optional(Type.String()),
      tenantCode: Type.Optional(Type.String()),
      status: Type.Optional(createValueSetSchema("jobStatus")),
      ...jobProgressFields,
    }),
  },
  { "x-source": "assumed" },
);

/**
 * Response schema with one page of the processing jobs that a dispatching job started. The specification shows only
 * that it is a list of job statuses.
 */
const DispatchedProcessingJobs = Type.Object(
  {
    ...page,
    processingJobs: jobs({
      jobId: Type.Optional(Type.String()),
      tenantCode: Type.Optional(Type.String()),
      dataVersion: Type.Optional(Type.String()),
      status: Type.Optional(createValueSetSchema("jobStatus")),
      ...jobProgressFields,
      message: Type.Optional(Type.String()),
    }),
  },
  { "x-source": "assumed" },
);

const dispatchingJob = { jobId: Type.String({ description: "Dispatching job." }) };

const pageOfJobs = {
  dispatchingJobId: Type.Optional(Type.String({ description: "Repeats the path's job id; both are listed." })),
  tenantCode: Type.Optional(TenantCode),
  ...createPagingParameters({ limit: 100 }),
};

const sameJob = [{ kind: "sameAs", field: "query.dispatchingJobId", other: "path.jobId" }] as const;

/** Operations on dispatching jobs, which start one job for each of several tenants (service-api, "Data and jobs"). */
export const dispatchingJobOperations = {
  getDispatchingJobStatus: defineOperation({
    route: "GET /v1/op/jobs/dispatching-jobs/{jobId}",
    title: "Retrieve the status of a dispatching job",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    observes: "jobs",
    path: { jobId: Type.String() },
    answers: { "application/json": DispatchingJobStatus },
  }),
  listDispatchedExtractionJobs: defineOperation({
    route: "GET /v1/op/jobs/dispatching-jobs/{jobId}/extraction-jobs",
    title: "List the extraction jobs of a dispatching job",
    kind: "read",
    idempotent: true,
    assumed: ["answers"],
    targets: ["tenant"],
    observes: "jobs",
    path: dispatchingJob,
    query: pageOfJobs,
    rules: sameJob,
    answers: { "application/json": DispatchedExtractionJobs },
  }),
  listDispatchedReceivingJobs: defineOperation({
    route: "GET /v1/op/jobs/dispatching-jobs/{jobId}/receiving-jobs",
    title: "List the receiving jobs of a dispatching job",
    kind: "read",
    idempotent: true,
    assumed: ["answers"],
    targets: ["tenant"],
    observes: "jobs",
    path: dispatchingJob,
    query: pageOfJobs,
    rules: sameJob,
    answers: { "application/json": DispatchedReceivingJobs },
  }),
  listDispatchedProcessingJobs: defineOperation({
    route: "GET /v1/op/jobs/dispatching-jobs/{jobId}/processing-jobs",
    title: "List the processing jobs of a dispatching job",
    kind: "read",
    idempotent: true,
    assumed: ["answers"],
    targets: ["tenant"],
    observes: "jobs",
    path: dispatchingJob,
    query: pageOfJobs,
    rules: sameJob,
    answers: { "application/json": DispatchedProcessingJobs },
  }),
};
