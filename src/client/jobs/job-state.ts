import { type JobPhase, jobPhase } from "../../contract/job-status.ts";
import type { JobStatus } from "../../contract/jobs.ts";

/** Times of a job as the service writes them. Times that no response contains are missing. */
export interface JobTimes {
  readonly submitted?: string;
  readonly started?: string;
  readonly ended?: string;
}

/** Numbers of jobs that belong to a job, as far as the service reports them. */
export interface ChildJobCounts {
  /** Jobs started by a dispatching job (service-api, "DispatchingJobStatus"). */
  readonly dispatched?: number;
  /** Jobs of a SQL job's tenants (service-api, "SqlJobStatus"). */
  readonly jobs?: PhaseCounts;
  /** Processing jobs that a SQL job started. */
  readonly processing?: PhaseCounts;
}

/** Numbers of jobs by phase. */
export interface PhaseCounts {
  readonly pending?: number;
  readonly running?: number;
  readonly succeeded?: number;
  readonly failed?: number;
}

/** Ids of related objects, for further requests. */
export interface RelatedIds {
  readonly parentJob?: string;
  readonly transaction?: string;
  readonly export?: string;
}

/** Current state of a job. */
export interface JobState {
  readonly phase: JobPhase;
  /** Status as the service names it. */
  readonly status: string | undefined;
  /** Reason of a failure, or any other message of the job. */
  readonly message: string | undefined;
  /** Type as the service names it, such as `EXTRACTION`. */
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly times: JobTimes;
  /** Times of a SQL job's transaction, in which other jobs may run, too. */
  readonly transactionTimes: JobTimes;
  readonly counts: ChildJobCounts;
  readonly relatedIds: RelatedIds;
  /** Child jobs: jobs that a dispatching job started, jobs of a SQL job's tenants, or sync jobs of a connector. */
  readonly children: readonly ChildJob[];
}

/** A job that belongs to another one, with its current state. */
export interface ChildJob {
  readonly id: string;
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly phase: JobPhase;
  readonly status: string | undefined;
  readonly message: string | undefined;
  readonly times: JobTimes;
  /** Data version that a processing job created. */
  readonly dataVersion: string | undefined;
  /** Whether `getJobStatus` can return more details of it. */
  readonly isDataJob: boolean;
}

/** Whether two states are equal in all fields. */
export function isSameState(one: JobState, other: JobState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Creates a child job from the response for its parent. */
export function createChildJob(
  id: string | undefined,
  status: string | undefined,
  more: Partial<Omit<ChildJob, "id" | "status" | "phase">>,
): ChildJob {
  const unknown = { jobType: undefined, tenant: undefined, message: undefined, dataVersion: undefined };
  return { id: id ?? "", status, phase: jobPhase(status), ...unknown, times: {}, isDataJob: false, ...more };
}

/** Converts an entry of a data job's status response (service-api, "JobStatusList"). */
export function dataJobState({ status, jobType, tenant, startTime: started, parentJobId }: JobStatus): JobState {
  return {
    ...createState(status),
    jobType,
    tenant,
    times: presentTimes({ started }),
    relatedIds: parentJobId ? { parentJob: parentJobId } : {},
  };
}

/** Creates a state from a status alone. */
export function createState(status: string | undefined): JobState {
  return {
    ...readPhase(status),
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

export function readPhase(status: string | undefined): Pick<JobState, "phase" | "status"> {
  return { phase: jobPhase(status), status };
}

/** Removes undefined and empty times. */
export function presentTimes(times: { readonly [Name in keyof JobTimes]: string | undefined }): JobTimes {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined && time !== ""));
}
