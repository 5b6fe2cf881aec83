import type { CancelJobsResponse, jobOperations, ProcessingJobStatus } from "../../contract/jobs.ts";
import type { ResponseValue } from "../../contract/response-values.ts";
import { type CallTenant, createJsonResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { CancellationResult, JobFilter } from "../store/job-store.ts";
import { jobStateNames, type StoredJob, toCapitalizedName } from "../store/stored-job.ts";

const succeeded: ResponseValue<"cancelStatus"> = "CANCEL_SUCCEEDED";
const failed: ResponseValue<"cancelStatus"> = "CANCEL_FAILED";

type CancellationEntry = NonNullable<CancelJobsResponse["jobCancellationResults"]>[number];

export const jobHandlers: OperationHandlers<typeof jobOperations> = {
  async listJobStatuses({ query, tenant }, parts) {
    const window = readJobWindow(query, parts.clock.now());
    const found = await parts.jobs.list(visibleTenantCodesOf(tenant, parts), window);
    return createJsonResponse({
      queryStartTime: new Date(window.from).toISOString(),
      queryEndTime: new Date(window.to).toISOString(),
      jobStatus: found.map(toJobStatus),
    });
  },

  async getJobStatus({ path, tenant }, parts) {
    return createJsonResponse([toJobStatus(await findJob(path.jobId, tenant, parts))]);
  },

  async cancelJobs({ body, tenant }, parts) {
    if (!body.jobIds) {
      throw new HttpError(400, "REQUEST_INVALID", "The request is invalid: body jobIds is missing.");
    }
    const ids = [...new Set(body.jobIds)];
    const visible = visibleTenantCodesOf(tenant, parts);
    const found = await parts.jobRunner.cancel(visible, ids);
    const results = new Map(found.map((cancellation) => [cancellation.job.id, toResult(cancellation)]));
    return createJsonResponse({
      jobCancellationResults: ids.map(
        (jobId): CancellationEntry =>
          results.get(jobId) ?? {
            jobId,
            cancelStatus: failed,
            message:
              cancellationAdvice(parts.sqlJobs.transactionOf(jobId, visible)) ??
              `The tenant ${tenant.code} has no such job.`,
          },
      ),
    });
  },
};

/**
 * Message for a SQL job, which cannot be cancelled, unlike extraction, receiving, processing and dispatching jobs
 * (service-api, "What the service does").
 */
function cancellationAdvice(transactionId: string | undefined): string | undefined {
  return transactionId === undefined
    ? undefined
    : `A SQL job cannot be cancelled, only rolled back: run a job whose only action is rollback in its transaction ${transactionId}.`;
}

function toResult(cancellation: CancellationResult): CancellationEntry {
  const { job } = cancellation;
  return {
    tenantCode: job.tenant,
    jobId: job.id,
    jobType: toCapitalizedName(job.type),
    ...(job.parent !== undefined && { parentJobId: job.parent }),
    // Also for a job that was cancelled before, so that repeating the call gives the same result.
    cancelStatus: job.state === "cancelled" ? succeeded : failed,
    jobStatus: toCapitalizedName(job.state),
    message: messageOf(cancellation),
  };
}

function messageOf({ job, isCancelled, cancelledChildren }: CancellationResult): string {
  switch (job.state) {
    case "cancelled":
      if (!isCancelled) {
        return "The job was already cancelled.";
      }
      return cancelledChildren > 0
        ? `The job was cancelled, and ${cancelledChildren} of the jobs that it dispatched with it.`
        : "The job was cancelled.";
    case "succeeded":
    case "failed":
      return `The job has ended: ${toCapitalizedName(job.state)}${job.message === undefined ? "" : `, ${job.message}`}`;
    default:
      return "A receiving job that is Running cannot be cancelled; wait until it ends.";
  }
}

/**
 * Returns the codes of the tenants whose jobs a call can see: its own tenant and, for an administrating tenant, the
 * tenants that it manages.
 */
export function visibleTenantCodesOf(tenant: CallTenant, { tenants }: ServiceDependencies): string[] {
  return [tenant.code, ...tenants.children(tenant.code).map(({ code }) => code)];
}

/** Returns the tenant of a parameter `tenantCode`, else the one that the call acts on. Throws a 404. */
export function targetTenantOf(code: string | undefined, tenant: CallTenant, parts: ServiceDependencies): string {
  if (code !== undefined && !visibleTenantCodesOf(tenant, parts).includes(code)) {
    throw new HttpError(404, "TENANT_UNKNOWN", `${tenant.code} manages no tenant "${code}".`);
  }
  return code ?? tenant.code;
}

export async function findJob(id: string, tenant: CallTenant, parts: ServiceDependencies): Promise<StoredJob> {
  const found = await parts.jobs.find(visibleTenantCodesOf(tenant, parts), id);
  if (!found) {
    throw new HttpError(404, "JOB_UNKNOWN", `The tenant ${tenant.code} has no job "${id}".`);
  }
  return found;
}

function toJobStatus(job: StoredJob): ProcessingJobStatus {
  return {
    jobId: job.id,
    tenant: job.tenant,
    status: toCapitalizedName(job.state),
    jobType: toCapitalizedName(job.type),
    ...(job.startedAt !== undefined && { startTime: new Date(job.startedAt).toISOString() }),
    ...(job.parent !== undefined && { parentJobId: job.parent }),
    ...toProgress(job),
  };
}

/** Fields of a job in every answer: end, message and, while the job runs, its stage. */
export function toProgress({ state, endedAt, message, progress }: StoredJob) {
  return {
    ...(endedAt !== undefined && { endTime: new Date(endedAt).toISOString() }),
    ...(message !== undefined && { message }),
    ...(state === "running" && progress !== undefined && { currentStage: progress }),
  };
}

/** Period of a job list whose start the query does not say; our choice (semantics.md, "Jobs"). */
const defaultPeriodMs = 30 * 24 * 60 * 60 * 1000;

interface JobQuery {
  readonly startTime?: string;
  readonly endTime?: string;
  readonly status?: string;
}

/**
 * Reads the period and status of a job query. By default the period is the last 30 days, or those before `endTime`, with
 * any status. Throws a 400.
 */
function readJobWindow({ startTime, endTime, status }: JobQuery, now: number): JobFilter {
  const to = endTime === undefined ? now : readTime("endTime", endTime);
  const from = startTime === undefined ? to - defaultPeriodMs : readTime("startTime", startTime);
  if (from > to) {
    const message = endTime === undefined ? "startTime is in the future" : "startTime is after endTime";
    throw new HttpError(400, "REQUEST_INVALID", `The request is invalid: query parameter ${message}.`);
  }
  return { from, to, state: status === undefined ? undefined : readState(status) };
}

function readState(status: string): JobFilter["state"] {
  const state = jobStateNames.find((known) => known === status.toLowerCase());
  if (!state) {
    const known = jobStateNames.map(toCapitalizedName).join(", ");
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request is invalid: query parameter status must be one of ${known}.`,
    );
  }
  return state;
}

/** Parses a date, meaning midnight UTC, or a time with offset into epoch milliseconds. Throws a 400. */
function readTime(name: string, text: string): number {
  const isComplete = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isComplete ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request is invalid: query parameter ${name} must be an ISO 8601 date, or a time with its offset such as 2026-01-05T08:00:00Z.`,
    );
  }
  return time;
}
