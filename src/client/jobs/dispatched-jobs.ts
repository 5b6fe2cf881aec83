import type { Client } from "../call/client.ts";
import { readAllItems } from "../call/paging.ts";
import type { CallOptions } from "../interface/method.ts";
import { type ChildJob, createChildJob } from "./job-state.ts";

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
    ...extraction.map(({ extractionJobId, status, tenantCode, currentStage }) =>
      createChildJob(extractionJobId, status, {
        jobType: "EXTRACTION",
        tenant: tenantCode,
        message: currentStage,
        isDataJob: true,
      }),
    ),
    ...receiving.map(({ receivingJobId, status, tenantCode }) =>
      createChildJob(receivingJobId, status, { jobType: "RECEIVING", tenant: tenantCode, isDataJob: true }),
    ),
    ...processing.map(({ jobId: id, status, tenantCode, message, dataVersion }) =>
      createChildJob(id, status, { jobType: "PROCESSING", tenant: tenantCode, message, dataVersion, isDataJob: true }),
    ),
  ];
}

async function collected<Item>(all: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of all) {
    found.push(item);
  }
  return found;
}
