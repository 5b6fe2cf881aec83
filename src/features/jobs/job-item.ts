import type { JobCounts, RelatedIds } from "../../client/jobs/job-state.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import type { ShownTimes } from "./job-times-model.ts";

/** What is said of a job. */
export interface JobDetails {
  readonly id: string;
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly phase: JobPhase;
  readonly status: string | undefined;
  readonly message: string | undefined;
  readonly times: ShownTimes;
  readonly counts: JobCounts;
  readonly relatedIds: RelatedIds;
  /** That a processing job made. */
  readonly dataVersion: string | undefined;
}

interface JobLine {
  /** The same after a refresh. */
  readonly key: string;
  readonly facts: JobDetails;
  readonly hasChildren: boolean;
  readonly log: JobLogSubject;
}

/** One line of the tree. `key` is the same after a refresh. */
export type JobItem =
  /** A job of the service's list. */
  | (JobLine & { readonly kind: "job" })
  /** A job that was started from here and is watched to its end. */
  | (JobLine & {
      readonly kind: "watched";
      readonly reference: JobReference;
      readonly label: string;
      /** Why it can no longer be watched. */
      readonly problem: string | undefined;
    })
  | (JobLine & { readonly kind: "child" })
  | { readonly kind: "problem"; readonly key: string; readonly message: string }
  | { readonly kind: "empty"; readonly key: string };
