import type { dispatchingJobOperations } from "../../contract/dispatching-jobs.ts";
import { type CallTenant, createJsonResponse, HttpError, type OperationCall } from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import { type JobType, type StoredJob, toCapitalizedName } from "../store/stored-job.ts";
import { findJob, toProgress, visibleTenantCodesOf } from "./jobs.ts";

/** Call of any of the three lists, which take the same arguments. */
type ListCall = OperationCall<(typeof dispatchingJobOperations)["listDispatchedExtractionJobs"]>;

export const dispatchingJobHandlers: OperationHandlers<typeof dispatchingJobOperations> = {
  async getDispatchingJobStatus({ path, tenant }, parts) {
    const job = await findDispatchingJob(path.jobId, tenant, parts);
    return createJsonResponse({
      jobId: job.id,
      tenantCode: job.tenant,
      status: toCapitalizedName(job.state),
      totalJobsDispatched: await parts.jobs.countChildren(job.id),
      ...toProgress(job),
    });
  },

  async listDispatchedExtractionJobs(call, parts) {
    const { page, found } = await listDispatched("extraction", call, parts);
    return createJsonResponse({
      ...page,
      extractionJobs: found.map((job) => ({ extractionJobId: job.id, ...toState(job) })),
    });
  },

  async listDispatchedReceivingJobs(call, parts) {
    const { page, found } = await listDispatched("receiving", call, parts);
    return createJsonResponse({
      ...page,
      receivingJobs: found.map((job) => ({ receivingJobId: job.id, ...toState(job) })),
    });
  },

  async listDispatchedProcessingJobs(call, parts) {
    const { page, found } = await listDispatched("processing", call, parts);
    return createJsonResponse({
      ...page,
      processingJobs: found.map((job) => ({
        jobId: job.id,
        ...toState(job),
        ...(job.dataVersion !== undefined && { dataVersion: job.dataVersion }),
      })),
    });
  },
};

function toState(job: StoredJob) {
  return { tenantCode: job.tenant, status: toCapitalizedName(job.state), ...toProgress(job) };
}

async function listDispatched(type: JobType, { path, query, tenant }: ListCall, parts: ServiceDependencies) {
  const { limit = 100, start = 0, tenantCode } = query;
  const dispatching = await findDispatchingJob(path.jobId, tenant, parts);
  const visible = visibleTenantCodesOf(tenant, parts);
  if (tenantCode !== undefined && !visible.includes(tenantCode)) {
    throw new HttpError(404, "TENANT_UNKNOWN", `${tenant.code} manages no tenant "${tenantCode}".`);
  }
  const tenants = tenantCode === undefined ? visible : [tenantCode];
  return {
    page: { parentJobId: dispatching.id, parentTenantCode: dispatching.tenant, limit, start },
    found: await parts.jobs.children(dispatching.id, type, tenants, { limit, start }),
  };
}

async function findDispatchingJob(id: string, tenant: CallTenant, parts: ServiceDependencies): Promise<StoredJob> {
  const job = await findJob(id, tenant, parts);
  if (job.type !== "dispatching") {
    throw new HttpError(
      404,
      "JOB_UNKNOWN",
      `The job "${id}" is not a dispatching job; its type is ${toCapitalizedName(job.type)}.`,
    );
  }
  return job;
}
