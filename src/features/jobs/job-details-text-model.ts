import type { ChildJob, JobState } from "../../client/jobs/job-state.ts";
import type { JobDetails } from "./job-item.ts";
import { type ObservedTimes, shownTimes } from "./job-times-model.ts";

/** What is said of a job; before the first look at it there is no state. */
export function factsOf(id: string, state: JobState | undefined, seen: ObservedTimes): JobDetails {
  return {
    id,
    jobType: state?.jobType,
    tenant: state?.tenant,
    phase: state?.phase ?? "waiting",
    status: state?.status,
    message: state?.message,
    times: shownTimes(state?.times ?? {}, seen),
    counts: state?.counts ?? {},
    relatedIds: state?.relatedIds ?? {},
    dataVersion: undefined,
  };
}

export function detailsOfChild(child: ChildJob, seen: ObservedTimes): JobDetails {
  const { id, jobType, tenant, phase, status, message, times, dataVersion } = child;
  return {
    id,
    jobType,
    tenant,
    phase,
    status,
    message,
    dataVersion,
    times: shownTimes(times, seen),
    counts: {},
    relatedIds: {},
  };
}
