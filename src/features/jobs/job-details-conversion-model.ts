import type { ChildJob, JobState } from "../../client/jobs/job-state.ts";
import type { JobDetails } from "./job-item.ts";
import { mergeTimes, type ObservedTimes } from "./job-times-model.ts";

/** Converts the state of a job to details. Without a state, before the first poll, the job counts as waiting. */
export function detailsOfJob(id: string, state: JobState | undefined, observed: ObservedTimes): JobDetails {
  return {
    id,
    jobType: state?.jobType,
    tenant: state?.tenant,
    phase: state?.phase ?? "waiting",
    status: state?.status,
    message: state?.message,
    times: mergeTimes(state?.times ?? {}, observed),
    counts: state?.counts ?? {},
    relatedIds: state?.relatedIds ?? {},
    dataVersion: undefined,
  };
}

export function detailsOfChild(child: ChildJob, observed: ObservedTimes): JobDetails {
  const { id, jobType, tenant, phase, status, message, times, dataVersion } = child;
  return {
    id,
    jobType,
    tenant,
    phase,
    status,
    message,
    dataVersion,
    times: mergeTimes(times, observed),
    counts: {},
    relatedIds: {},
  };
}
