import type { JobStatus } from "../../contract/job-schemas.ts";
import { jobPhase } from "../../contract/job-status.ts";
import type { JobState, JobTimes } from "./job-state.ts";

/** What the listing and the status of a data job say of it (service-api, "JobStatusList"). */
export function dataJobState({ status, jobType, tenant, startTime: started, parentJobId }: JobStatus): JobState {
  return {
    ...plainState(status),
    jobType,
    tenant,
    times: timesOf({ started }),
    relatedIds: parentJobId ? { parentJob: parentJobId } : {},
  };
}

/** The state of a status word alone. */
export function plainState(status: string | undefined): JobState {
  return {
    ...phaseOf(status),
    message: undefined,
    jobType: undefined,
    tenant: undefined,
    times: {},
    transactionTimes: {},
    counts: {},
    relatedIds: {},
    children: [],
  };
}

export function phaseOf(status: string | undefined): Pick<JobState, "phase" | "status"> {
  return { phase: jobPhase(status), status };
}

/** Without those that are not said. */
export function timesOf(times: { readonly [Name in keyof JobTimes]: string | undefined }): JobTimes {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined && time !== ""));
}
