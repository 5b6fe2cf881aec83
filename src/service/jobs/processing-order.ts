import type { JobOrder } from "./job-order.ts";

/** Kind of the jobs that build a data version. */
export const processingKind = "process";

/** Argument of a job of the kind `process`. */
export interface ProcessingRequest {
  /** Id of a data category; undefined means those that are made from `tables`, and without `tables` the primary one. */
  readonly category?: string | undefined;
  /** Whether the data version becomes the production version. */
  readonly publish: boolean;
  /** Id of the project that an unpublished data version belongs to. */
  readonly project?: string | undefined;
  /** Id of a version of the model; undefined means the latest. */
  readonly version?: string | undefined;
  /** Ids of the table sources whose rows are taken into the objects that are mapped from them. */
  readonly tables?: readonly string[] | undefined;
}

/**
 * Creates the order for a processing job. The processing jobs of a tenant run one after the other, since one may be for
 * several data categories.
 */
export function createProcessingOrder(
  tenant: string,
  request: ProcessingRequest,
  more: Pick<JobOrder, "parent" | "notBefore"> = {},
): JobOrder {
  return { kind: processingKind, tenant, type: "processing", request, lane: `${processingKind} ${tenant}`, ...more };
}
