import type { JobReference } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";

/** What is said of a job in one line. */
export interface JobFacts {
  readonly id: string;
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
  readonly phase: JobPhase;
  readonly status: string | undefined;
  readonly message: string | undefined;
  /** As the service writes it. */
  readonly startTime: string | undefined;
}

/** One line of the tree. `key` is the same after a refresh. */
export type JobItem =
  /** A job of the service's list. */
  | { readonly kind: "job"; readonly key: string; readonly facts: JobFacts; readonly hasChildren: boolean }
  /** A job that was started from here and is watched to its end. */
  | {
      readonly kind: "watched";
      readonly key: string;
      readonly reference: JobReference;
      readonly label: string;
      readonly facts: JobFacts;
      readonly hasChildren: boolean;
      /** Why it can no longer be watched. */
      readonly problem: string | undefined;
    }
  | { readonly kind: "child"; readonly key: string; readonly facts: JobFacts }
  | { readonly kind: "problem"; readonly key: string; readonly message: string }
  | { readonly kind: "empty"; readonly key: string };
