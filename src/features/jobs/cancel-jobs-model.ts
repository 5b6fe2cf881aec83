import type { Client } from "../../client/call/client.ts";
import type { CancelJobsResponse } from "../../contract/job-schemas.ts";
import { limits } from "../../contract/limits.ts";

type CancelResult = NonNullable<CancelJobsResponse["jobCancellationResults"]>[number];

/** How the cancelling of some jobs went. */
interface CancelOutcome {
  readonly cancelled: number;
  /** One line for each that was not, with the reason that the service gives. */
  readonly refused: readonly string[];
}

/** Cancels any number of jobs, by calls of as many ids as one may have (service-api, "Limits"), one call after the other. */
export async function cancelAll(
  client: Pick<Client, "cancelJobs">,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly CancelResult[]> {
  const size = limits.cancelledJobs.value;
  const results: CancelResult[] = [];
  for (let first = 0; first < ids.length; first += size) {
    const { jobCancellationResults } = await client.cancelJobs(
      { body: { jobIds: ids.slice(first, first + size) } },
      { signal },
    );
    results.push(...(jobCancellationResults ?? []));
  }
  return results;
}

/** The results of all calls together. A word that tells of no failure counts as cancelled: another service may use its own. */
export function cancelOutcome(results: readonly CancelResult[]): CancelOutcome {
  const refused = results.filter(({ cancelStatus }) => /fail|refus|denied|not|error/i.test(cancelStatus ?? ""));
  return {
    cancelled: results.length - refused.length,
    refused: refused.map(({ jobId = "", message }) => (message ? `${jobId}: ${message}` : jobId)),
  };
}
