import type { AnswerValue } from "../../contract/answer-values.ts";
import type { CancelJobsResponse, jobs } from "../../contract/jobs.ts";
import { HttpError, json } from "../call/call.ts";
import type { Handlers } from "../parts/handlers.ts";
import type { Cancellation } from "../store/job-store.ts";
import { findJob, readJobWindow, toJobStatus, toWireName, visibleTenants } from "./job-answers.ts";

const succeeded: AnswerValue<"cancelStatus"> = "CANCEL_SUCCEEDED";
const failed: AnswerValue<"cancelStatus"> = "CANCEL_FAILED";

type CancellationResult = NonNullable<CancelJobsResponse["jobCancellationResults"]>[number];

export const jobHandlers: Handlers<typeof jobs> = {
  async listJobStatuses({ query, tenant }, parts) {
    const window = readJobWindow(query, parts.clock.now());
    const found = await parts.jobs.list(visibleTenants(tenant, parts), window);
    return json({
      queryStartTime: new Date(window.from).toISOString(),
      queryEndTime: new Date(window.to).toISOString(),
      jobStatus: found.map(toJobStatus),
    });
  },

  async getJobStatus({ path, tenant }, parts) {
    return json([toJobStatus(await findJob(path.jobId, tenant, parts))]);
  },

  async cancelJobs({ body, tenant }, parts) {
    if (!body.jobIds) {
      throw new HttpError(400, "REQUEST_INVALID", "The request is invalid: body jobIds is missing.");
    }
    const ids = [...new Set(body.jobIds)];
    const visible = visibleTenants(tenant, parts);
    const found = await parts.jobs.cancel(visible, ids);
    const results = new Map(found.map((cancellation) => [cancellation.job.id, toResult(cancellation)]));
    return json({
      jobCancellationResults: ids.map(
        (jobId): CancellationResult =>
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

function toResult(cancellation: Cancellation): CancellationResult {
  const { job } = cancellation;
  return {
    tenantCode: job.tenant,
    jobId: job.id,
    jobType: toWireName(job.type),
    ...(job.parent !== undefined && { parentJobId: job.parent }),
    // Also for a job that was cancelled before, so that repeating the call gives the same result.
    cancelStatus: job.state === "cancelled" ? succeeded : failed,
    jobStatus: toWireName(job.state),
    message: messageOf(cancellation),
  };
}

function messageOf({ job, isCancelled, cancelledChildren }: Cancellation): string {
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
      return `The job has ended: ${toWireName(job.state)}${job.message === undefined ? "" : `, ${job.message}`}`;
    default:
      return "A receiving job that is Running cannot be cancelled; wait until it ends.";
  }
}
