import type { JobReference } from "../../contract/job-reference.ts";

/** A watched job, as stored to survive a reload of the window. */
export interface WatchedJob {
  readonly connectionId: string;
  readonly reference: JobReference;
  /** Text that names what was started. */
  readonly label: string;
  /** Epoch milliseconds. */
  readonly watchedSince: number;
}

/** Key of the watched jobs in the workspace state. */
export const watchedJobsState = "workforce.jobs.watched";

/** Stores the watched jobs across reloads of the window. */
export interface WatchedJobStore {
  read(): readonly WatchedJob[];
  write(jobs: readonly WatchedJob[]): Promise<void>;
}

/** Key of a watched job, equal for the same job. */
export function watchedKey({ connectionId, reference }: Pick<WatchedJob, "connectionId" | "reference">): string {
  return `${connectionId} ${JSON.stringify(reference)}`;
}
