import type { Client } from "../../client/call/client.ts";
import type { CancelJobsResponse } from "../../contract/jobs.ts";
import { limits } from "../../contract/limits.ts";

type CancelResult = NonNullable<CancelJobsResponse["jobCancellationResults"]>[number];

/** Outcome of cancelling jobs. */
interface CancelOutcome {
  readonly cancelled: number;
  /** One line for each job that was not cancelled, with the service's reason. */
  readonly refused: readonly string[];
}

/**
 * Cancels any number of jobs in sequential calls, each with as many ids as one call may have (service-api, "Limits").
 */
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

/**
 * Summarises the results of all calls. A status that does not name a failure counts as cancelled, because deployments
 * may use their own words.
 */
export function cancelOutcome(results: readonly CancelResult[]): CancelOutcome {
  const refused = results.filter(({ cancelStatus }) => /fail|refus|denied|not|error/i.test(cancelStatus ?? ""));
  return {
    cancelled: results.length - refused.length,
    refused: refused.map(({ jobId = "", message }) => (message ? `${jobId}: ${message}` : jobId)),
  };
}
