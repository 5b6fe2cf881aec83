import * as Type from "typebox";
import {
  DispatchedExtractionJobs,
  DispatchedProcessingJobs,
  DispatchedReceivingJobs,
  DispatchingJobStatus,
} from "./dispatching-job-schemas.ts";
import { operation, paging } from "./operation.ts";
import { TenantCode } from "./tenant-code.ts";

const dispatchingJob = { jobId: Type.String({ description: "Dispatching job." }) };

const pageOfJobs = {
  dispatchingJobId: Type.Optional(Type.String({ description: "Repeats the path's job id; both are listed." })),
  tenantCode: Type.Optional(TenantCode),
  ...paging({ limit: 100 }),
};

const sameJob = [{ kind: "sameAs", field: "query.dispatchingJobId", other: "path.jobId" }] as const;

/** Dispatching jobs, which start one job for each of several tenants (service-api, "Data and jobs"). */
export const dispatchingJobs = {
  getDispatchingJobStatus: operation({
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
  listDispatchedExtractionJobs: operation({
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
  listDispatchedReceivingJobs: operation({
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
  listDispatchedProcessingJobs: operation({
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
