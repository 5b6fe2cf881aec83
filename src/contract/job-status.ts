/** Phase of a job, common to all kinds of jobs. */
export type JobPhase = "waiting" | "running" | "succeeded" | "failed" | "cancelled";

/**
 * Job phase by status value. Includes common synonyms, because the specification shows only the values of a SQL job's
 * summary (pending, running, succeeded, failed). Case, spaces, `_` and `-` are ignored.
 */
const words: Readonly<Record<JobPhase, readonly string[]>> = {
  waiting: ["pending", "queued", "waiting", "created", "new", "scheduled", "submitted", "unspecified", "unknown"],
  running: ["running", "inprogress", "started", "active", "processing", "dispatching", "dispatched", "cancelling"],
  succeeded: [
    "succeeded",
    "success",
    "successful",
    "completed",
    "complete",
    "finished",
    "done",
    "committed",
    "processed",
  ],
  failed: [
    "failed",
    "failure",
    "error",
    "errored",
    "timedout",
    "expired",
    "rolledback",
    "completedwitherrors",
    "partial",
    "processingfailed",
  ],
  cancelled: ["cancelled", "canceled", "aborted", "stopped", "terminated"],
};

const phases = new Map(
  Object.entries(words).flatMap(([phase, all]) => all.map((word) => [word, phase as JobPhase] as const)),
);

/**
 * Returns the phase of a job by its status value. Unknown values count as running, so that the job is still watched.
 */
export function jobPhaseOf(status: string | undefined): JobPhase {
  return phases.get(normalizedStatus(status)) ?? (status ? "running" : "waiting");
}

/** Whether a SQL job ran in a tenant and the processing after it failed (sql-like-language 13.5). */
export function isProcessingFailure(status: string | undefined): boolean {
  return normalizedStatus(status) === "processingfailed";
}

export function isEndedPhase(phase: JobPhase): boolean {
  return phase === "succeeded" || phase === "failed" || phase === "cancelled";
}

/** Returns a status value in the form in which spellings of the same value are equal. */
export function normalizedStatus(status = ""): string {
  return status.toLowerCase().replace(/[\s_-]/g, "");
}
