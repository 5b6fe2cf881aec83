import type { JobStatus } from "../../contract/job-schemas.ts";
import type { Client } from "../call/client.ts";
import { StatusError } from "../interface/errors.ts";
import type { PollOptions } from "./dispatched-jobs.ts";

/** Not allowed, gone, or nothing that this service has. */
const missing: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** What only adds to an answer may be refused, gone or not there at all. */
export async function ifThere<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StatusError && missing.has(error.status)) {
      return undefined;
    }
    throw error;
  }
}

/** Asked for together; a job may have thousands of children. */
const batchSize = 8;

/** What the service says of one data job; the operation answers a list all the same (service-api, "Jobs"). */
export async function statusOf(
  client: Pick<Client, "getJobStatus">,
  jobId: string,
  options: PollOptions,
): Promise<JobStatus | undefined> {
  const jobs = await client.getJobStatus({ path: { jobId } }, options);
  return jobs.find((candidate) => candidate.jobId === jobId) ?? jobs[0];
}

/** The statuses of data jobs by their ids, batch by batch; without those that the service does not tell of. */
export async function* jobDetails(
  client: Pick<Client, "getJobStatus">,
  ids: readonly string[],
  options: PollOptions,
): AsyncGenerator<ReadonlyMap<string, JobStatus>, void, undefined> {
  for (let first = 0; first < ids.length; first += batchSize) {
    const asked = ids.slice(first, first + batchSize).map(async (id) => {
      const status = await ifThere(statusOf(client, id, options));
      return status ? [[id, status] as const] : [];
    });
    yield new Map((await Promise.all(asked)).flat());
  }
}
