import type { ChildJob, ChildJobCounts, JobState, RelatedJobIds } from "../../client/jobs/job-state.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import { type DisplayedTimes, mergeTimes, type ObservedTimes } from "./job-times-model.ts";

/** Details of a job. */
export interface JobDetails {
  readonly id: string;
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly phase: JobPhase;
  readonly status: string | undefined;
  readonly message: string | undefined;
  readonly times: DisplayedTimes;
  readonly counts: ChildJobCounts;
  readonly relatedIds: RelatedJobIds;
  /** Data version that a processing job created. */
  readonly dataVersion: string | undefined;
}

interface JobLine {
  /** Id of the tree item; stays the same after a refresh. */
  readonly key: string;
  readonly details: JobDetails;
  readonly hasChildren: boolean;
  readonly log: JobLogSubject;
}

/** One line of the tree. `key` stays the same after a refresh. */
export type JobItem =
  /** A job from the service's list. */
  | (JobLine & { readonly kind: "job" })
  /** A job that this extension started and watches until it ends. */
  | (JobLine & {
      readonly kind: "watched";
      readonly reference: JobReference;
      readonly label: string;
      /** Why the job can no longer be watched. */
      readonly problem: string | undefined;
    })
  | (JobLine & { readonly kind: "child" })
  | { readonly kind: "problem"; readonly key: string; readonly message: string }
  | { readonly kind: "empty"; readonly key: string };

/** Converts the state of a job to details. Without a state, before the first poll, the job counts as waiting. */
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

/** Display name of a job type: `Extraction` for `EXTRACTION`; abbreviations such as `SQL` stay. */
export function jobTypeName(jobType: string | undefined): string | undefined {
  const isShort = jobType !== undefined && jobType.length <= 3;
  return jobType && !isShort ? `${jobType.slice(0, 1).toUpperCase()}${jobType.slice(1).toLowerCase()}` : jobType;
}
