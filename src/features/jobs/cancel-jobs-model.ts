import type { CancelJobsResponse } from "../../contract/job-schemas.ts";
import { limits } from "../../contract/limits.ts";

type CancelResult = NonNullable<CancelJobsResponse["jobCancellationResults"]>[number];

/** How the cancelling of some jobs went. */
export interface CancelOutcome {
  readonly cancelled: number;
  /** One line for each that was not, with the reason that the service gives. */
  readonly refused: readonly string[];
}

/** Lists of ids that one call takes each. */
export function cancelBatches(ids: readonly string[]): readonly (readonly string[])[] {
  const size = limits.cancelledJobs.value;
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}

/** The results of all calls together. A word other than a refusal counts as cancelled: the prose shows no list of them. */
export function cancelOutcome(results: readonly CancelResult[]): CancelOutcome {
  const refused = results.filter(({ cancelStatus }) => /fail|refus|denied|not|error/i.test(cancelStatus ?? ""));
  return {
    cancelled: results.length - refused.length,
    refused: refused.map(({ jobId = "", message }) => (message ? `${jobId}: ${message}` : jobId)),
  };
}
