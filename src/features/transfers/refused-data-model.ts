import { jobPhaseOf } from "../../contract/job-status.ts";
import type { BatchResult } from "../../contract/source-intake.ts";

/** Error that the service accepted a request but rejected its data in the response. */
class RefusedDataError extends Error {
  override readonly name = "RefusedDataError";

  /** Technical details for a bug report. */
  readonly details: readonly string[];

  constructor(operation: string, refusals: readonly string[]) {
    super(`The service did not take the data: ${refusals.join("; ")}.`);
    this.details = [`Operation: ${operation}`];
  }
}

interface Outcome {
  readonly status?: string | undefined;
  readonly message?: string | undefined;
}

/** Throws RefusedDataError if the acknowledgement of a request reports a failure. */
export function checkAcknowledged(operation: string, outcome: Outcome): void {
  if (hasFailed(outcome)) {
    throw new RefusedDataError(operation, [refusalText(outcome)]);
  }
}

/**
 * Throws RefusedDataError with tenant and source if a batch of rows, or a part of it, failed (service-api,
 * "BatchResult").
 */
export function checkBatchResult(operation: string, result: BatchResult): void {
  const refusals = (result.tenants ?? []).flatMap((tenant) => {
    const sources = (tenant.sources ?? []).filter(hasFailed);
    const sourceTexts = sources.map((source) =>
      [source.sourceName ?? source.sourceId ?? "", refusalText(source)].join(" "),
    );
    const texts = hasFailed(tenant) && sourceTexts.length === 0 ? [tenant.status ?? ""] : sourceTexts;
    return texts.map((text) => [tenant.tenantCode, text].filter(Boolean).join(", "));
  });
  if (refusals.length > 0) {
    throw new RefusedDataError(operation, refusals);
  }
  checkAcknowledged(operation, result);
}

function hasFailed({ status }: Outcome): boolean {
  return jobPhaseOf(status) === "failed";
}

function refusalText({ status = "", message = "" }: Outcome): string {
  return message === "" ? status : `${status} (${message.replace(/\.$/, "")})`;
}
