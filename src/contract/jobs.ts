import * as Type from "typebox";
import { AllJobStatuses, CancelJobsRequest, CancelJobsResponse, JobStatusList } from "./job-schemas.ts";
import { operation } from "./operation.ts";

/** States of jobs, and cancelling jobs (service-api, "Data and jobs"). */
export const jobs = {
  listJobStatuses: operation({
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
  getJobStatus: operation({
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
  cancelJobs: operation({
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
