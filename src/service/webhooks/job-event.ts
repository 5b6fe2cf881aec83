import { type StoredJob, toCapitalizedName } from "../store/stored-job.ts";
import type { WebhookEvent, WebhookEventType } from "../store/webhook-outbox.ts";

/**
 * Fields of a job in a notification; our choice, because the specification does not define them (semantics.md,
 * "Webhooks").
 */
type JobOfEvent = Pick<
  StoredJob,
  "id" | "type" | "tenant" | "message" | "dataVersion" | "startedAt" | "endedAt" | "parent"
>;

/** Creates the event that a job has succeeded or failed. `now` is in epoch milliseconds. */
export function createJobEvent(job: StoredJob, now: number): WebhookEvent {
  const isSuccess = job.state === "succeeded";
  const type: WebhookEventType = isSuccess ? "jobResultSuccess" : "jobResultFailure";
  return { type, tenant: job.tenant, job: job.id, body: bodyOf(type, job, now) };
}

/** Creates an event that is sent as a test: of a job that there is not. */
export function createTestEvent(type: WebhookEventType, tenant: string, now: number): WebhookEvent {
  const job: JobOfEvent = {
    id: "00000000-0000-0000-0000-000000000000",
    type: "processing",
    tenant,
    message: "This is a test event. No job has ended.",
    dataVersion: undefined,
    startedAt: now,
    endedAt: now,
    parent: undefined,
  };
  return { type, tenant, job: undefined, body: bodyOf(type, job, now) };
}

function bodyOf(type: WebhookEventType, job: JobOfEvent, now: number): string {
  return JSON.stringify({
    type,
    timestamp: new Date(now).toISOString(),
    data: {
      jobId: job.id,
      jobType: toCapitalizedName(job.type),
      tenantCode: job.tenant,
      status: type === "jobResultSuccess" ? "Succeeded" : "Failed",
      message: job.message,
      dataVersion: job.dataVersion,
      startTime: timeText(job.startedAt),
      endTime: timeText(job.endedAt),
      parentJobId: job.parent,
    },
  });
}

function timeText(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
