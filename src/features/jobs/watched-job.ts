import type { JobReference } from "../../contract/job-reference.ts";

/** Job that is polled until it ends, in the form in which it is stored across window reloads. */
export interface WatchedJob {
  readonly connectionId: string;
  readonly reference: JobReference;
  /** Display name of the job, such as the title of the operation that started it. */
  readonly label: string;
  /** Time when polling of the job began, in epoch milliseconds. */
  readonly watchedSince: number;
}

/** Key of the polled jobs in the workspace state of VS Code. */
export const watchedJobsState = "workforce.jobs.watched";

/** Storage of the polled jobs that survives window reloads. */
export interface WatchedJobStore {
  read(): readonly WatchedJob[];
  write(jobs: readonly WatchedJob[]): Promise<void>;
}

/** Returns the key of a polled job, equal for the same job. */
export function watchedKey({ connectionId, reference }: Pick<WatchedJob, "connectionId" | "reference">): string {
  return `${connectionId} ${JSON.stringify(reference)}`;
}
