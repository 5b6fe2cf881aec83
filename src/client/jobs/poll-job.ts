import type { JobReference } from "../../contract/job-reference.ts";
import type { Client } from "../call/client.ts";
import { MalformedError } from "../interface/errors.ts";
import { listDispatchedJobs, type PollOptions } from "./dispatched-jobs.ts";
import { requestJobStatus, undefinedIfUnavailable } from "./job-details.ts";
import {
  createChildJob,
  createJobState,
  type JobState,
  omitMissingTimes,
  parseJobPhase,
  toDataJobState,
} from "./job-state.ts";

type JobClient = Pick<
  Client,
  | "getJobStatus"
  | "getDispatchingJobStatus"
  | "listDispatchedExtractionJobs"
  | "listDispatchedReceivingJobs"
  | "listDispatchedProcessingJobs"
  | "getSqlJobStatus"
  | "getSqlTransaction"
  | "getDataVersionExportJob"
  | "getExportConnectorJob"
  | "getExportCredentialValidation"
>;

/** Requests the state of a job once, with the operation for its kind of job. Throws ApiError or the signal's reason. */
export function pollJob(
  client: JobClient,
  reference: JobReference,
  signal: AbortSignal | undefined,
): Promise<JobState> {
  const options: PollOptions = { signal, ...(reference.tenant !== undefined && { tenant: reference.tenant }) };
  switch (reference.kind) {
    case "job":
      return pollDataJob(client, reference.jobId, options);
    case "dispatching":
      return pollDispatchingJob(client, reference.jobId, options);
    case "sql":
      return pollSqlJob(client, reference, options);
    case "export":
      return pollExportJob(client, reference.jobUuid, options);
    case "connector":
      return pollConnectorJob(client, reference.jobId, options);
    case "validation":
      return pollValidation(client, reference.id, options);
  }
}

/** Requests the state of a data job. The operation returns a list even for one job (service-api, "Jobs"). */
async function pollDataJob(client: JobClient, jobId: string, options: PollOptions): Promise<JobState> {
  const job = await requestJobStatus(client, jobId, options);
  if (!job) {
    throw new MalformedError("getJobStatus", "it has no status of the job");
  }
  return toDataJobState(job);
}

/**
 * Requests the state of a dispatching job and the general status of that job, because its own status lacks start time
 * and parent.
 */
async function pollDispatchingJob(client: JobClient, jobId: string, options: PollOptions): Promise<JobState> {
  const [job, status, children] = await Promise.all([
    client.getDispatchingJobStatus({ path: { jobId } }, options),
    undefinedIfUnavailable(requestJobStatus(client, jobId, options)),
    listDispatchedJobs(client, jobId, options),
  ]);
  const { tenantCode, totalJobsDispatched: dispatched } = job;
  return {
    ...(status ? toDataJobState(status) : createJobState(undefined)),
    ...parseJobPhase(job.status),
    message: job.message ?? status?.message,
    jobType: "DISPATCHING",
    tenant: tenantCode ?? status?.tenant,
    counts: dispatched === undefined ? {} : { dispatched },
    children,
  };
}

/**
 * Requests the state of a SQL job and its transaction, because the service reports the times of that but not of the
 * job.
 */
async function pollSqlJob(
  client: JobClient,
  { transactionId, jobId }: { readonly transactionId: string; readonly jobId: string },
  options: PollOptions,
): Promise<JobState> {
  const [job, transaction] = await Promise.all([
    client.getSqlJobStatus({ path: { transactionId, jobId } }, options),
    undefinedIfUnavailable(
      client.getSqlTransaction({ path: { transactionId }, query: { summaryOnly: true } }, options),
    ),
  ]);
  const { summary: jobs, processingSummary: processing, tenants = [] } = job;
  const children = tenants.flatMap(({ jobId: id, tenantCode: tenant, status, message, processingJobIds = [] }) => [
    createChildJob(id, status, { jobType: "SQL", tenant, message }),
    ...processingJobIds.map((processingId) =>
      createChildJob(processingId, undefined, { jobType: "PROCESSING", tenant, isDataJob: true }),
    ),
  ]);
  const failed = children.filter(({ phase }) => phase === "failed").map(({ message }) => message);
  const { createdAt: submitted, startedAt: started, closedAt: ended } = transaction ?? {};
  return {
    ...createJobState(job.status),
    jobType: "SQL",
    message: failed.find((message) => message !== undefined),
    transactionTimes: omitMissingTimes({ submitted, started, ended }),
    counts: { ...(jobs && { jobs }), ...(processing && { processing }) },
    relatedIds: { transaction: transactionId },
    children,
  };
}

async function pollExportJob(client: JobClient, jobUuid: string, options: PollOptions): Promise<JobState> {
  const job = await client.getDataVersionExportJob({ path: { jobUuid } }, options);
  const { completed = false, failed = false, exportUuid, message, currentStage, endTime: ended } = job;
  return {
    ...createJobState(failed ? "failed" : completed ? "completed" : "running"),
    jobType: "EXPORT",
    message: message ?? currentStage,
    times: omitMissingTimes({ ended }),
    relatedIds: exportUuid === undefined ? {} : { export: exportUuid },
  };
}

async function pollConnectorJob(client: JobClient, jobId: string, options: PollOptions): Promise<JobState> {
  const job = await client.getExportConnectorJob({ path: { jobId } }, options);
  const children = (job.syncJobs ?? []).map((sync) =>
    createChildJob(sync.id, sync.status, { jobType: "SYNC", message: sync.errorMessage || undefined }),
  );
  return { ...createJobState(job.status), jobType: "CONNECTOR", message: job.errorMessage || undefined, children };
}

/**
 * Requests the state of a credential validation. The body is null while it runs (service-api, "Credential validation").
 */
async function pollValidation(client: JobClient, id: string, options: PollOptions): Promise<JobState> {
  const result = await client.getExportCredentialValidation({ path: { id } }, options);
  if (!result) {
    return { ...createJobState("running"), jobType: "VALIDATION" };
  }
  const messages = (result.errors ?? []).flatMap(({ message }) => message ?? []);
  return {
    ...createJobState(result.success === false ? "failed" : "succeeded"),
    jobType: "VALIDATION",
    message: messages.join(" ") || undefined,
  };
}
