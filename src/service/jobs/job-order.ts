import { randomUUID } from "node:crypto";
import type { NewJob } from "../store/job-store.ts";
import type { JobType } from "../store/stored-job.ts";

/** Order for a job. */
export interface JobOrder {
  /** Name that the function which runs the job was registered with. */
  readonly kind: string;
  /** Code of the tenant whose data the job works on. */
  readonly tenant: string;
  readonly type: JobType;
  /** Argument of the job as a JSON value. It is stored and survives a restart. */
  readonly request: unknown;
  /**
   * Id of the parent job. In the orders of a job that ends, a missing parent means the dispatching job that dispatched
   * it, else the job itself.
   */
  readonly parent?: string | undefined;
  /** Jobs of one lane run one after the other, in the order in which they were started. */
  readonly lane?: string | undefined;
  /**
   * Earliest start in epoch milliseconds. An order that is equal to one that still waits for its time joins it, and the
   * earlier time applies (sql-like-language 13.2).
   */
  readonly notBefore?: number | undefined;
}

/** Creates a pending job of an order. `above` is the parent of a job whose order names none. */
export function createNewJob(
  { kind, tenant, type, request, parent, lane, notBefore }: JobOrder,
  above: string | undefined,
  id: string = randomUUID(),
): NewJob {
  return {
    id,
    kind,
    tenant,
    type,
    request: JSON.stringify(request),
    parent: parent ?? above,
    lane,
    notBefore,
  };
}
