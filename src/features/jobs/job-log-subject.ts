import type { ChildJob } from "../../client/jobs/job-state.ts";
import type { JobReference } from "../../contract/job-reference.ts";

/** The job that a log describes. */
export interface JobLogSubject {
  readonly connectionId: string;
  readonly reference: JobReference;
  /** Display name of the job. */
  readonly label: string;
  /** Key of a child of the job, if the log describes that child. */
  readonly child?: string;
}

/** Key of a child within its parent; a tenant of a SQL job may have no id. */
export function childKey({ id, tenant }: Pick<ChildJob, "id" | "tenant">): string {
  return id === "" ? `of ${tenant ?? ""}` : id;
}

/** Key of a log, equal for equal subjects. */
export function subjectKey({ connectionId, reference, child }: JobLogSubject): string {
  return JSON.stringify([connectionId, reference, child]);
}
