import type { JobPhase } from "../../contract/job-status.ts";

/** Times as the service writes them; what no answer about the job has is left out. */
export interface JobTimes {
  readonly submitted?: string;
  readonly started?: string;
  readonly ended?: string;
}

/** How many jobs belong to a job, as far as the service counts them. */
export interface JobCounts {
  /** Of a dispatching job (service-api, "DispatchingJobStatus"). */
  readonly dispatched?: number;
  /** Of a SQL job, and of the processing jobs that it started (service-api, "SqlJobStatus"). */
  readonly jobs?: PhaseCounts;
  readonly processing?: PhaseCounts;
}

export interface PhaseCounts {
  readonly pending?: number;
  readonly running?: number;
  readonly succeeded?: number;
  readonly failed?: number;
}

/** Ids by which more can be asked for. */
export interface RelatedIds {
  readonly parentJob?: string;
  readonly transaction?: string;
  readonly export?: string;
}

/** A job as it is now. */
export interface JobState {
  readonly phase: JobPhase;
  /** The service's own word. */
  readonly status: string | undefined;
  /** Why it failed, or what it says of itself. */
  readonly message: string | undefined;
  /** Such as `EXTRACTION`; the service's own word. */
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly times: JobTimes;
  /** When the transaction of a SQL job began and closed; other jobs may run in it, too. */
  readonly transactionTimes: JobTimes;
  readonly counts: JobCounts;
  readonly relatedIds: RelatedIds;
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
  readonly times: JobTimes;
  /** The data version that a processing job made. */
  readonly dataVersion: string | undefined;
  /** Whether `getJobStatus` knows it, too, which says more of it. */
  readonly isDataJob: boolean;
}

/** Whether a reader would see a difference. */
export function isSameState(one: JobState, other: JobState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
