import { jobPhase } from "../../contract/job-status.ts";
import type { ChildJob } from "./job-state.ts";

/** A child from what its parent's answer says of it. */
export function childJob(
  id: string | undefined,
  status: string | undefined,
  more: Partial<Omit<ChildJob, "id" | "status" | "phase">>,
): ChildJob {
  const unsaid = { jobType: undefined, tenant: undefined, message: undefined, dataVersion: undefined };
  return { id: id ?? "", status, phase: jobPhase(status), ...unsaid, times: {}, isDataJob: false, ...more };
}
