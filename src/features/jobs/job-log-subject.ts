import type { ChildJob } from "../../client/jobs/job-state.ts";
import type { JobReference } from "../../contract/job-reference.ts";

/** The job that a log is of. */
export interface JobLogSubject {
  readonly connectionId: string;
  readonly reference: JobReference;
  /** What the job is called. */
  readonly label: string;
  /** Key of one of the job's children, which the log is of then. */
  readonly child?: string;
}

/** Tells the children of a job apart: a tenant of a SQL job may have no id of its own. */
export function childKey({ id, tenant }: Pick<ChildJob, "id" | "tenant">): string {
  return id === "" ? `of ${tenant ?? ""}` : id;
}

/** The same for the same log. */
export function subjectKey({ connectionId, reference, child }: JobLogSubject): string {
  return JSON.stringify([connectionId, reference, child]);
}
