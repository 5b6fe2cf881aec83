import { contract } from "../contract/contract.ts";
import { type Client, type ClientOptions, createClient } from "./client.ts";

export { contract } from "../contract/contract.ts";
export { startedJob } from "../contract/started-job.ts";
export { dispatchedJobs } from "./jobs/dispatched-jobs.ts";
export { jobDetails } from "./jobs/job-details.ts";
export { lookAtJob } from "./jobs/look-at-job.ts";
export { watchJob } from "./jobs/watch-job.ts";

/** A client of every operation. A file of its own, so that nothing of the client is loaded before the first call. */
export function createServiceClient(options: Omit<ClientOptions<typeof contract>, "contract">): Client {
  return createClient({ contract, ...options });
}
