import { contract } from "../contract/contract.ts";
import { DeploymentProfile } from "../contract/deployment-profile.ts";
import { type Client, type ClientOptions, createClient } from "./call/client.ts";
import { fieldName, schemaProblem } from "./text/schema-problem.ts";

export { contract } from "../contract/contract.ts";
export { jobPhase } from "../contract/job-status.ts";
export { startedJob } from "../contract/started-job.ts";
// What is exported whole is not bundled again where another lazy file uses it: see `esbuild.js`.
export * from "../contract/tenant-code.ts";
export { dispatchedJobs } from "./jobs/dispatched-jobs.ts";
export { jobDetails } from "./jobs/job-details.ts";
export { pollJob } from "./jobs/poll-job.ts";
export { watchJob } from "./jobs/watch-job.ts";
export * from "./sql/csv-output.ts";
export * from "./sql/dry-run.ts";
export * from "./sql/job-outputs.ts";
export * from "./sql/run-job-file.ts";
export * from "./sql/sql-statement.ts";
export * from "./sql/sql-transaction.ts";
export * from "./sql/transaction-error.ts";
export * from "./text/parse-json.ts";
export * from "./text/schema-problem.ts";
export * from "./upload/check-limits.ts";
export * from "./upload/json-batches.ts";
export * from "./upload/local-file.ts";
export * from "./zip/read-zip.ts";
export * from "./zip/tenant-zip.ts";

/** A client of every operation. A file of its own, so that nothing of the client is loaded before the first call. */
export function createServiceClient(options: Omit<ClientOptions<typeof contract>, "contract">): Client {
  return createClient({ contract, ...options });
}

/** What is wrong with a deployment profile that was read, by the name of its field; undefined where it can be used. */
export function profileProblem(profile: unknown): string | undefined {
  const problem = schemaProblem(DeploymentProfile, profile);
  return problem && `${fieldName("profile", problem.instancePath)} ${problem.message}`;
}
