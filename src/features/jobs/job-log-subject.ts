import type { ChildJob } from "../../client/jobs/job-state.ts";
import type { JobReference } from "../../contract/job-reference.ts";

/** Identity of the job that a log describes. */
export interface JobLogSubject {
  readonly connectionId: string;
  readonly reference: JobReference;
  /** Display name of the job. */
  readonly label: string;
  /** Key of a child job, if the log describes that child job. */
  readonly child?: string;
}

/** Returns the key of a child job within its parent job: its id, or its tenant if an SQL job has no id for it. */
export function childKey({ id, tenant }: Pick<ChildJob, "id" | "tenant">): string {
  return id === "" ? `of ${tenant ?? ""}` : id;
}

/** Returns the key of a job log, equal for logs of the same job. */
export function subjectKey({ connectionId, reference, child }: JobLogSubject): string {
  return JSON.stringify([connectionId, reference, child]);
}
