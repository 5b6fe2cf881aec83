import type { Client } from "../../client/call/client.ts";
import type { CancelJobsResponse } from "../../contract/jobs.ts";
import { limits } from "../../contract/limits.ts";

type CancelResult = NonNullable<CancelJobsResponse["jobCancellationResults"]>[number];

/** Outcome of a request to cancel several jobs. */
interface CancelOutcome {
  readonly cancelled: number;
  /** Messages about the jobs that were not cancelled, each with the reason that the service gave. */
  readonly refused: readonly string[];
}

/**
 * Cancels any number of jobs in sequential requests, each with at most as many ids as the service allows (service-api,
 * "Limits").
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
 * Summarises the responses to all cancel requests. A job counts as cancelled unless its status is a known failure,
 * because deployments may use other status texts.
 */
export function summarizeCancellation(results: readonly CancelResult[]): CancelOutcome {
  const refused = results.filter(({ cancelStatus }) => /fail|refus|denied|not|error/i.test(cancelStatus ?? ""));
  return {
    cancelled: results.length - refused.length,
    refused: refused.map(({ jobId = "", message }) => (message ? `${jobId}: ${message}` : jobId)),
  };
}
