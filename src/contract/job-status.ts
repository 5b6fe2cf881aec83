/** How far a job is, whatever word its kind uses for it. */
export type JobPhase = "waiting" | "running" | "succeeded" | "failed" | "cancelled";

/**
 * The words of status fields. The specification shows only those of a SQL job's summary (pending, running, succeeded,
 * failed), so others that services of its kind use are read as well; compared without case, spaces, `_` and `-`.
 */
const words: Readonly<Record<JobPhase, readonly string[]>> = {
  waiting: ["pending", "queued", "waiting", "created", "new", "scheduled", "submitted", "unspecified", "unknown"],
  running: ["running", "inprogress", "started", "active", "processing", "dispatching", "dispatched", "cancelling"],
  succeeded: ["succeeded", "success", "successful", "completed", "complete", "finished", "done", "committed"],
  failed: ["failed", "failure", "error", "errored", "timedout", "expired", "rolledback", "completedwitherrors"],
  cancelled: ["cancelled", "canceled", "aborted", "stopped", "terminated"],
};

const phases = new Map(
  Object.entries(words).flatMap(([phase, all]) => all.map((word) => [word, phase as JobPhase] as const)),
);

/** What a status word means; one that nobody knows counts as running, so that the job is watched on. */
export function jobPhase(status: string | undefined): JobPhase {
  return phases.get((status ?? "").toLowerCase().replace(/[\s_-]/g, "")) ?? (status ? "running" : "waiting");
}

export function isEnded(phase: JobPhase): boolean {
  return phase === "succeeded" || phase === "failed" || phase === "cancelled";
}
