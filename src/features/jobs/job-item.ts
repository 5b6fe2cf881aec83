import type { JobCounts, RelatedIds } from "../../client/jobs/job-state.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import type { DisplayedTimes } from "./job-times-model.ts";

/** Details of a job. */
export interface JobDetails {
  readonly id: string;
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly phase: JobPhase;
  readonly status: string | undefined;
  readonly message: string | undefined;
  readonly times: DisplayedTimes;
  readonly counts: JobCounts;
  readonly relatedIds: RelatedIds;
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
