import { type JobPhase, jobPhaseOf } from "../../contract/job-status.ts";
import type { ProcessingJobStatus } from "../../contract/jobs.ts";

/** Times of a job, as the service formats them. A time that no response contains is missing. */
export interface JobTimes {
  readonly submitted?: string;
  readonly started?: string;
  readonly ended?: string;
}

/** Numbers of child jobs by kind, as far as the service reports them. */
export interface ChildJobCounts {
  /** Number of jobs that a dispatching job started (service-api, "DispatchingJobStatus"). */
  readonly dispatched?: number;
  /** Number of jobs that a SQL job runs in its tenants (service-api, "SqlJobStatus"). */
  readonly jobs?: JobPhaseCounts;
  /** Number of processing jobs that a SQL job started. */
  readonly processing?: JobPhaseCounts;
}

/** Numbers of jobs by phase. */
export interface JobPhaseCounts {
  readonly pending?: number;
  readonly running?: number;
  readonly succeeded?: number;
  readonly failed?: number;
}

/** Ids of objects that a job belongs to, for further requests. */
export interface RelatedJobIds {
  readonly parentJob?: string;
  readonly transaction?: string;
  readonly export?: string;
}

/** Current state of a job. */
export interface JobState {
  readonly phase: JobPhase;
  /** Status of the job, as the service spells it. */
  readonly status: string | undefined;
  /** Reason of a failure, or another message of the job. */
  readonly message: string | undefined;
  /** Type of the job, as the service spells it, such as `EXTRACTION`. */
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly times: JobTimes;
  /** Times of the SQL job's transaction, which may include other jobs. */
  readonly transactionTimes: JobTimes;
  readonly counts: ChildJobCounts;
  readonly relatedIds: RelatedJobIds;
  /** Child jobs: jobs that a dispatching job started, jobs of a SQL job's tenants, or sync jobs of a connector. */
  readonly children: readonly ChildJob[];
}

/** A job that another job started, with its current state. */
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
  /** Whether the operation `getJobStatus` returns more details of this job. */
  readonly isDataJob: boolean;
}

/** Whether two job states are equal in all fields. */
export function isSameJobState(one: JobState, other: JobState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Creates a child job from a response that describes the parent job. */
export function createChildJob(
  id: string | undefined,
  status: string | undefined,
  more: Partial<Omit<ChildJob, "id" | "status" | "phase">>,
): ChildJob {
  const unknown = { jobType: undefined, tenant: undefined, message: undefined, dataVersion: undefined };
  return { id: id ?? "", status, phase: jobPhaseOf(status), ...unknown, times: {}, isDataJob: false, ...more };
}

/** Converts one entry of the status response for data jobs (service-api, "JobStatusList"). */
export function toDataJobState({
  status,
  jobType,
  tenant,
  startTime: started,
  endTime: ended,
  message,
  currentStage,
  parentJobId,
}: ProcessingJobStatus): JobState {
  return {
    ...createJobState(status),
    message: message ?? currentStage,
    jobType,
    tenant,
    times: omitMissingTimes({ started, ended }),
    relatedIds: parentJobId ? { parentJob: parentJobId } : {},
  };
}

/** Creates a job state from a status without further data. */
export function createJobState(status: string | undefined): JobState {
  return {
    ...parseJobPhase(status),
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

export function parseJobPhase(status: string | undefined): Pick<JobState, "phase" | "status"> {
  return { phase: jobPhaseOf(status), status };
}

/** Returns the times without those that are undefined or empty. */
export function omitMissingTimes(times: { readonly [Name in keyof JobTimes]: string | undefined }): JobTimes {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined && time !== ""));
}
