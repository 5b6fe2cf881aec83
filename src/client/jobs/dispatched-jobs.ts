import type { Client } from "../call/client.ts";
import { readAllItems } from "../call/paging.ts";
import type { CallOptions } from "../interface/method.ts";
import { type ChildJob, createChildJob, omitMissingTimes } from "./job-state.ts";

type DispatchedClient = Pick<
  Client,
  "listDispatchedExtractionJobs" | "listDispatchedReceivingJobs" | "listDispatchedProcessingJobs"
>;

/** Call options for polling a job: the tenant and the abort signal. */
export type PollOptions = Pick<CallOptions, "signal" | "tenant">;

/** Lists all extraction, receiving and processing jobs that a dispatching job started. Reads all pages. */
export async function listDispatchedJobs(
  client: DispatchedClient,
  jobId: string,
  options: PollOptions,
): Promise<readonly ChildJob[]> {
  const args = { path: { jobId }, query: { dispatchingJobId: jobId } };
  const [extraction, receiving, processing] = await Promise.all([
    collected(readAllItems(client.listDispatchedExtractionJobs, args, options)),
    collected(readAllItems(client.listDispatchedReceivingJobs, args, options)),
    collected(readAllItems(client.listDispatchedProcessingJobs, args, options)),
  ]);
  return [
    ...extraction.map((job) => createDataJob(job.extractionJobId, "EXTRACTION", job)),
    ...receiving.map((job) => createDataJob(job.receivingJobId, "RECEIVING", job)),
    ...processing.map((job) => createDataJob(job.jobId, "PROCESSING", job)),
  ];
}

interface DispatchedJob {
  readonly status?: string;
  readonly tenantCode?: string;
  readonly message?: string;
  readonly currentStage?: string;
  readonly endTime?: string;
  readonly dataVersion?: string;
}

function createDataJob(id: string | undefined, jobType: string, job: DispatchedJob): ChildJob {
  const { status, tenantCode: tenant, message, currentStage, endTime: ended, dataVersion } = job;
  return createChildJob(id, status, {
    jobType,
    tenant,
    message: message ?? currentStage,
    dataVersion,
    times: omitMissingTimes({ ended }),
    isDataJob: true,
  });
}

async function collected<Item>(all: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of all) {
    found.push(item);
  }
  return found;
}
