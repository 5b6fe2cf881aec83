import type { ProcessingJobStatus } from "../../contract/jobs.ts";
import type { Client } from "../call/client.ts";
import { StatusError } from "../interface/errors.ts";
import type { PollOptions } from "./dispatched-jobs.ts";

/** Statuses of an optional request that is forbidden, whose target is gone, or that the service does not support. */
const missing: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/**
 * Awaits an optional request. Resolves with undefined if the request is forbidden, its target does not exist, or the
 * service does not implement it.
 */
export async function undefinedIfUnavailable<Value>(requests: Promise<Value>): Promise<Value | undefined> {
  try {
    return await requests;
  } catch (error) {
    if (error instanceof StatusError && missing.has(error.status)) {
      return undefined;
    }
    throw error;
  }
}

/** Number of concurrent requests, because a job may have thousands of children. */
const batchSize = 8;

/** Requests the status of one data job. The operation returns a list even for a single job (service-api, "Jobs"). */
export async function requestJobStatus(
  client: Pick<Client, "getJobStatus">,
  jobId: string,
  options: PollOptions,
): Promise<ProcessingJobStatus | undefined> {
  const jobs = await client.getJobStatus({ path: { jobId } }, options);
  return jobs.find((candidate) => candidate.jobId === jobId) ?? jobs[0];
}

/**
 * Requests the statuses of data jobs by id and yields them in batches. Jobs without an available status are left out.
 */
export async function* requestJobStatuses(
  client: Pick<Client, "getJobStatus">,
  ids: readonly string[],
  options: PollOptions,
): AsyncGenerator<ReadonlyMap<string, ProcessingJobStatus>, void, undefined> {
  for (let first = 0; first < ids.length; first += batchSize) {
    const requests = ids.slice(first, first + batchSize).map(async (id) => {
      const status = await undefinedIfUnavailable(requestJobStatus(client, id, options));
      return status ? [[id, status] as const] : [];
    });
    yield new Map((await Promise.all(requests)).flat());
  }
}
