import type { ChildJob, ChildJobCounts, JobState, RelatedJobIds } from "../../client/jobs/job-state.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import { type DisplayedJobTimes, mergeTimes, type ObservedTimes } from "./job-times-model.ts";

/** Details of a job, as shown in the jobs tree and in job logs. */
export interface JobDetails {
  readonly id: string;
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly phase: JobPhase;
  readonly status: string | undefined;
  readonly message: string | undefined;
  readonly times: DisplayedJobTimes;
  readonly counts: ChildJobCounts;
  readonly relatedIds: RelatedJobIds;
  /** Version of the analytics data that a processing job created. */
  readonly dataVersion: string | undefined;
}

interface JobLine {
  /** Key of the tree item. Stays the same after a refresh. */
  readonly key: string;
  readonly details: JobDetails;
  readonly hasChildren: boolean;
  readonly log: JobLogSubject;
}

/** Item of the jobs tree. Its `key` stays the same after a refresh. */
export type JobItem =
  /** Tree item of a job that the service listed. */
  | (JobLine & { readonly kind: "job" })
  /** Tree item of a job that this extension started and polls until it ends. */
  | (JobLine & {
      readonly kind: "watched";
      readonly reference: JobReference;
      readonly label: string;
      /** Error that stopped the polling of the job. Undefined if there is none. */
      readonly problem: string | undefined;
    })
  | (JobLine & { readonly kind: "child" })
  | { readonly kind: "problem"; readonly key: string; readonly message: string }
  | { readonly kind: "empty"; readonly key: string };

/**
 * Converts the state of a job to details for display. If the state is undefined, before the first poll, the job is
 * shown as waiting.
 */
export function detailsOfJob(id: string, state: JobState | undefined, observed: ObservedTimes): JobDetails {
  return {
    id,
    jobType: state?.jobType,
    tenant: state?.tenant,
    phase: state?.phase ?? "waiting",
    status: state?.status,
    message: state?.message,
    times: mergeTimes(state?.times ?? {}, observed),
    counts: state?.counts ?? {},
    relatedIds: state?.relatedIds ?? {},
    dataVersion: undefined,
  };
}

export function detailsOfChild(child: ChildJob, observed: ObservedTimes): JobDetails {
  const { id, jobType, tenant, phase, status, message, times, dataVersion } = child;
  return {
    id,
    jobType,
    tenant,
    phase,
    status,
    message,
    dataVersion,
    times: mergeTimes(times, observed),
    counts: {},
    relatedIds: {},
  };
}

/**
 * Returns the display name of a job type, such as `Extraction` for `EXTRACTION`. Abbreviations such as `SQL` stay
 * unchanged.
 */
export function jobTypeName(jobType: string | undefined): string | undefined {
  const isShort = jobType !== undefined && jobType.length <= 3;
  return jobType && !isShort ? `${jobType.slice(0, 1).toUpperCase()}${jobType.slice(1).toLowerCase()}` : jobType;
}
