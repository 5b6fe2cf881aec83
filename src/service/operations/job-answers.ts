import type { JobStatus } from "../../contract/job-schemas.ts";
import { HttpError, type Tenant } from "../call/call.ts";
import type { ServiceParts } from "../parts/service-parts.ts";
import { type JobState, type JobType, type JobWindow, jobStates, type StoredJob } from "../store/job-store.ts";

/** Codes of the tenants whose jobs a call on the tenant sees: its own, and for an administrating tenant those that it manages. */
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

/** The word of a status or type field, such as `Running`, which is how the prose writes the one it shows. */
export function wordOf<Name extends JobState | JobType>(name: Name): Capitalize<Name> {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as Capitalize<Name>;
}

export function toJobStatus(job: StoredJob): JobStatus {
  return {
    jobId: job.id,
    tenant: job.tenant,
    status: wordOf(job.state),
    jobType: wordOf(job.type),
    ...(job.startedAt !== undefined && { startTime: new Date(job.startedAt).toISOString() }),
    ...(job.parent !== undefined && { parentJobId: job.parent }),
  };
}

interface JobQuery {
  readonly startTime?: string;
  readonly endTime?: string;
  readonly status?: string;
}

/** The jobs that a query asks for: of any status, and from the first of all until now, unless it says otherwise. */
export function readJobWindow({ startTime, endTime, status }: JobQuery, now: number): JobWindow {
  const from = startTime === undefined ? 0 : readTime("startTime", startTime);
  const to = endTime === undefined ? now : readTime("endTime", endTime);
  if (from > to) {
    const message = endTime === undefined ? "startTime is in the future" : "startTime is after endTime";
    throw new HttpError(400, "REQUEST_INVALID", `The request does not fit: query parameter ${message}.`);
  }
  return { from, to, state: status === undefined ? undefined : readState(status) };
}

function readState(status: string): JobWindow["state"] {
  const state = jobStates.find((known) => known === status.toLowerCase());
  if (!state) {
    const known = jobStates.map(wordOf).join(", ");
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request does not fit: query parameter status is none of ${known}.`,
    );
  }
  return state;
}

/** Epoch milliseconds of a date, which is midnight UTC, or of a time with its offset. */
function readTime(name: string, text: string): number {
  const isWhole = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isWhole ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request does not fit: query parameter ${name} must be an ISO 8601 date, or a time with its offset such as 2026-01-05T08:00:00Z.`,
    );
  }
  return time;
}
