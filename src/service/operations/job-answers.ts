import type { JobStatus } from "../../contract/job-schemas.ts";
import { HttpError, type Tenant } from "../call/call.ts";
import type { ServiceParts } from "../parts/service-parts.ts";
import type { JobState, JobType, StoredJob } from "../store/job-store.ts";

/** Codes of the tenants whose jobs a call on the tenant sees: its own, and for an administrating tenant those that it manages. */
export function tenantsInReach(tenant: Tenant, { tenants }: ServiceParts): string[] {
  return [tenant.code, ...tenants.children(tenant.code).map(({ code }) => code)];
}

export async function findJob(id: string, tenant: Tenant, parts: ServiceParts): Promise<StoredJob> {
  const found = await parts.jobs.find(tenantsInReach(tenant, parts), id);
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
