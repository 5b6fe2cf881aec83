import type { JobReference } from "../../contract/job-reference.ts";

/** A job to watch, as it is written down so that it is found again after a reload. */
export interface WatchedJob {
  readonly connectionId: string;
  readonly reference: JobReference;
  /** What was started, in words. */
  readonly label: string;
  /** Epoch milliseconds. */
  readonly watchedSince: number;
}

/** Where the watched jobs stand in the state of the workspace. */
export const watchedJobsState = "workforce.jobs.watched";

/** Keeps the watched jobs over a reload of the window. */
export interface WatchedJobStore {
  read(): readonly WatchedJob[];
  write(jobs: readonly WatchedJob[]): Promise<void>;
}

/** The same for the same job. */
export function watchedKey({ connectionId, reference }: Pick<WatchedJob, "connectionId" | "reference">): string {
  return `${connectionId} ${JSON.stringify(reference)}`;
}
