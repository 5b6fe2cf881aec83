import type { JobStatus } from "../../contract/jobs.ts";
import { HttpError, type Tenant } from "../call/call.ts";
import type { ServiceParts } from "../parts/service-parts.ts";
import { type JobState, type JobType, type JobWindow, jobStates, type StoredJob } from "../store/job-store.ts";

/**
 * Codes of the tenants whose jobs are visible to calls on this tenant: its own and, for an administrating tenant, those
 * it manages.
 */
export function visibleTenants(tenant: Tenant, { tenants }: ServiceParts): string[] {
  return [tenant.code, ...tenants.children(tenant.code).map(({ code }) => code)];
}

export async function findJob(id: string, tenant: Tenant, parts: ServiceParts): Promise<StoredJob> {
  const found = await parts.jobs.find(visibleTenants(tenant, parts), id);
  if (!found) {
    throw new HttpError(404, "JOB_UNKNOWN", `The tenant ${tenant.code} has no job "${id}".`);
  }
  return found;
}

/** Capitalized form of a job state or type for answers, such as `Running`; the specification shows it in this form. */
export function toWireName<Name extends JobState | JobType>(name: Name): Capitalize<Name> {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as Capitalize<Name>;
}

export function toJobStatus(job: StoredJob): JobStatus {
  return {
    jobId: job.id,
    tenant: job.tenant,
    status: toWireName(job.state),
    jobType: toWireName(job.type),
    ...(job.startedAt !== undefined && { startTime: new Date(job.startedAt).toISOString() }),
    ...(job.parent !== undefined && { parentJobId: job.parent }),
  };
}

interface JobQuery {
  readonly startTime?: string;
  readonly endTime?: string;
  readonly status?: string;
}

/**
 * Reads the period and status of a job query. By default the period is from the beginning until now, with any status.
 * Throws a 400.
 */
export function readJobWindow({ startTime, endTime, status }: JobQuery, now: number): JobWindow {
  const from = startTime === undefined ? 0 : readTime("startTime", startTime);
  const to = endTime === undefined ? now : readTime("endTime", endTime);
  if (from > to) {
    const message = endTime === undefined ? "startTime is in the future" : "startTime is after endTime";
    throw new HttpError(400, "REQUEST_INVALID", `The request is invalid: query parameter ${message}.`);
  }
  return { from, to, state: status === undefined ? undefined : readState(status) };
}

function readState(status: string): JobWindow["state"] {
  const state = jobStates.find((known) => known === status.toLowerCase());
  if (!state) {
    const known = jobStates.map(toWireName).join(", ");
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
