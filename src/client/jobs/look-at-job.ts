import type { JobReference } from "../../contract/job-reference.ts";
import { jobPhase } from "../../contract/job-status.ts";
import type { Client } from "../client.ts";
import { MalformedError } from "../errors.ts";
import { childJob } from "./child-job.ts";
import { dispatchedJobs, type LookOptions } from "./dispatched-jobs.ts";
import type { JobState } from "./job-state.ts";

type JobClient = Pick<
  Client,
  | "getJobStatus"
  | "getDispatchingJobStatus"
  | "listDispatchedExtractionJobs"
  | "listDispatchedReceivingJobs"
  | "listDispatchedProcessingJobs"
  | "getSqlJobStatus"
  | "getDataVersionExportJob"
  | "getExportConnectorJob"
  | "getExportCredentialValidation"
>;

/** Asks the service once how a job is, by the operation of its kind. Throws ApiError or the signal's reason. */
export function lookAtJob(
  client: JobClient,
  reference: JobReference,
  signal: AbortSignal | undefined,
): Promise<JobState> {
  const options: LookOptions = { signal, ...(reference.tenant !== undefined && { tenant: reference.tenant }) };
  switch (reference.kind) {
    case "job":
      return lookAtOne(client, reference.jobId, options);
    case "dispatching":
      return lookAtDispatching(client, reference.jobId, options);
    case "sql":
      return lookAtSql(client, reference, options);
    case "export":
      return lookAtExport(client, reference.jobUuid, options);
    case "connector":
      return lookAtConnector(client, reference.jobId, options);
    case "validation":
      return lookAtValidation(client, reference.id, options);
  }
}

/** The operation answers a list even for one job (service-api, "Jobs"). */
async function lookAtOne(client: JobClient, jobId: string, options: LookOptions): Promise<JobState> {
  const jobs = await client.getJobStatus({ path: { jobId } }, options);
  const job = jobs.find((candidate) => candidate.jobId === jobId) ?? jobs[0];
  if (!job) {
    throw new MalformedError("getJobStatus", "it has no status of the job");
  }
  return { ...plain(job.status), jobType: job.jobType, startTime: job.startTime };
}

async function lookAtDispatching(client: JobClient, jobId: string, options: LookOptions): Promise<JobState> {
  const [job, children] = await Promise.all([
    client.getDispatchingJobStatus({ path: { jobId } }, options),
    dispatchedJobs(client, jobId, options),
  ]);
  return { ...plain(job.status), jobType: "DISPATCHING", children };
}

async function lookAtSql(
  client: JobClient,
  { transactionId, jobId }: { readonly transactionId: string; readonly jobId: string },
  options: LookOptions,
): Promise<JobState> {
  const job = await client.getSqlJobStatus({ path: { transactionId, jobId } }, options);
  const children = (job.tenants ?? []).map((tenant) =>
    childJob(tenant.jobId ?? "", tenant.status, { tenant: tenant.tenantCode, message: tenant.message }),
  );
  const failed = children.filter(({ phase }) => phase === "failed").map(({ message }) => message);
  return { ...plain(job.status), jobType: "SQL", message: failed.find((message) => message !== undefined), children };
}

async function lookAtExport(client: JobClient, jobUuid: string, options: LookOptions): Promise<JobState> {
  const { completed = false, failed = false } = await client.getDataVersionExportJob({ path: { jobUuid } }, options);
  return { ...plain(failed ? "failed" : completed ? "completed" : "running"), jobType: "EXPORT" };
}

async function lookAtConnector(client: JobClient, jobId: string, options: LookOptions): Promise<JobState> {
  const job = await client.getExportConnectorJob({ path: { jobId } }, options);
  const children = (job.syncJobs ?? []).map((sync) =>
    childJob(sync.id ?? "", sync.status, { message: sync.errorMessage }),
  );
  return { ...plain(job.status), jobType: "CONNECTOR", message: job.errorMessage || undefined, children };
}

/** The body is null while the validation runs (service-api, "Credential validation"). */
async function lookAtValidation(client: JobClient, id: string, options: LookOptions): Promise<JobState> {
  const result = await client.getExportCredentialValidation({ path: { id } }, options);
  if (!result) {
    return { ...plain("running"), jobType: "VALIDATION" };
  }
  const messages = (result.errors ?? []).flatMap(({ message }) => message ?? []);
  return {
    ...plain(result.success === false ? "failed" : "succeeded"),
    jobType: "VALIDATION",
    message: messages.join(" ") || undefined,
  };
}

/** The state of a status word alone. */
function plain(status: string | undefined): JobState {
  return {
    phase: jobPhase(status),
    status,
    message: undefined,
    jobType: undefined,
    startTime: undefined,
    children: [],
  };
}
