import type { JobPhase } from "../../contract/job-status.ts";

/** A job as it is now. */
export interface JobState {
  readonly phase: JobPhase;
  /** The service's own word. */
  readonly status: string | undefined;
  /** Why it failed, or what it says of itself. */
  readonly message: string | undefined;
  /** Such as `EXTRACTION`; the service's own word. */
  readonly jobType: string | undefined;
  /** As the service writes it. */
  readonly startTime: string | undefined;
  /** Jobs that belong to it: those of a dispatching job, of a SQL job's tenants, of an export's syncs. */
  readonly children: readonly ChildJob[];
}

export interface ChildJob {
  readonly id: string;
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly phase: JobPhase;
  readonly status: string | undefined;
  readonly message: string | undefined;
  readonly startTime: string | undefined;
}

/** Whether a reader would see a difference. */
export function isSameState(one: JobState, other: JobState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
