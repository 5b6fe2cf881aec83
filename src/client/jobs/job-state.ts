import type { JobStatus } from "../../contract/job-schemas.ts";
import { type JobPhase, jobPhase } from "../../contract/job-status.ts";

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

/** A child from what its parent's answer says of it. */
export function childJob(
  id: string | undefined,
  status: string | undefined,
  more: Partial<Omit<ChildJob, "id" | "status" | "phase">>,
): ChildJob {
  const unsaid = { jobType: undefined, tenant: undefined, message: undefined, dataVersion: undefined };
  return { id: id ?? "", status, phase: jobPhase(status), ...unsaid, times: {}, isDataJob: false, ...more };
}

/** What the listing and the status of a data job say of it (service-api, "JobStatusList"). */
export function dataJobState({ status, jobType, tenant, startTime: started, parentJobId }: JobStatus): JobState {
  return {
    ...plainState(status),
    jobType,
    tenant,
    times: timesOf({ started }),
    relatedIds: parentJobId ? { parentJob: parentJobId } : {},
  };
}

/** The state of a status word alone. */
export function plainState(status: string | undefined): JobState {
  return {
    ...phaseOf(status),
    message: undefined,
    jobType: undefined,
    tenant: undefined,
    times: {},
    transactionTimes: {},
    counts: {},
    relatedIds: {},
    children: [],
  };
}

export function phaseOf(status: string | undefined): Pick<JobState, "phase" | "status"> {
  return { phase: jobPhase(status), status };
}

/** Without those that are not said. */
export function timesOf(times: { readonly [Name in keyof JobTimes]: string | undefined }): JobTimes {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined && time !== ""));
}
