import type { StoredJob } from "../../src/service/store/stored-job.ts";

/** A job that runs since 2026-01-15 11:00 UTC unless told otherwise. */
export function storedJob(job: Partial<StoredJob> & Pick<StoredJob, "id">): StoredJob {
  const hasStarted = job.state !== "pending";
  const createdAt = Date.UTC(2026, 0, 15, 11);
  return {
    tenant: "WFF_demo",
    type: "extraction",
    state: "running",
    createdAt,
    startedAt: hasStarted ? createdAt : undefined,
    endedAt: undefined,
    parent: undefined,
    message: undefined,
    dataVersion: undefined,
    progress: undefined,
    ...job,
  };
}
