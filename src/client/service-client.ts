import { contract } from "../contract/contract.ts";
import { DeploymentProfile } from "../contract/deployment-profile.ts";
import { type Client, type ClientOptions, createClient } from "./call/client.ts";
import { findSchemaProblem, formatFieldPath } from "./text/schema-problem.ts";

export { contract } from "../contract/contract.ts";
export { jobPhaseOf } from "../contract/job-status.ts";
export { startedJobOf } from "../contract/started-job.ts";
// A module exported completely is not bundled again into other lazily loaded files: see `esbuild.js`.
export * from "../contract/tenant-code.ts";
export { listDispatchedJobs } from "./jobs/dispatched-jobs.ts";
export { requestJobStatuses } from "./jobs/job-details.ts";
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
export * from "../zip/read-zip.ts";
export * from "./zip/tenant-zip.ts";

/** Creates a client of all operations. This module is loaded on the first call, to keep activation fast. */
export function createServiceClient(options: Omit<ClientOptions<typeof contract>, "contract">): Client {
  return createClient({ contract, ...options });
}

/** Checks a deployment profile. Returns a message that names the first invalid field. Undefined for a valid profile. */
export function findProfileProblem(profile: unknown): string | undefined {
  const problem = findSchemaProblem(DeploymentProfile, profile);
  return problem && `${formatFieldPath("profile", problem.instancePath)} ${problem.message}`;
}
