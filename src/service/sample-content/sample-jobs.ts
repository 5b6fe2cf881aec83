import type { JobType, StoredJob } from "../store/stored-job.ts";
import { createStableId } from "./stable-id.ts";

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Start of the nightly loads, at 02:00; the last one runs before the rows of the sample tables were written. */
const firstNight = Date.UTC(2025, 11, 27, 2);
const nights = 7;
/** Index of the night in which the analytic tenant's source system refused the connector's password. */
const refusedNight = 3;

/** Message of all jobs, since a caller cannot tell otherwise that they are none of the service's own. */
const example = "This job is an example of the sample and never ran.";
const refusal = `${example} In the example, the source system refused the credential of the connector, whose password had expired.`;

/** Data version of the newest processing job: the number that the sample's data is given. */
const sampleDataVersion = 5_000_130;

/** A job in a chain, which succeeded or failed. */
interface Step {
  readonly type: JobType;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Failure of the job. */
  readonly refusal?: string;
  readonly dataVersion?: number;
}

/**
 * Creates the example jobs of a sample tenant, none of which ever ran: a week of nightly loads that the administrating tenant dispatched. One
 * load failed in the analytic tenant and was repeated in the morning. One processing job was cancelled.
 */
export function createSampleJobs(tenant: string, administrating: string): StoredJob[] {
  const isAdministrating = tenant === administrating;
  const jobs = [...Array(nights).keys()].flatMap((night) => {
    const begin = firstNight + night * day;
    const dispatcher = createStableId(administrating, "job", "dispatching", String(night));
    const isRefused = !isAdministrating && night === refusedNight;
    const steps = isRefused
      ? refusedLoad(begin)
      : createLoadSteps(begin + 4 * second, isAdministrating ? 1.6 : 1, night);
    const children = steps.map((step) => toJob(step, tenant, dispatcher, `night ${night}`));
    return isAdministrating ? [dispatching(dispatcher, tenant, night), ...children] : children;
  });
  return [...jobs, ...(isAdministrating ? [cancelled(tenant)] : createRepeatedLoad(tenant))];
}

/**
 * Returns the steps of a nightly load: an extraction, a receiving and a processing job. `pace` scales their durations.
 */
function createLoadSteps(begin: number, pace: number, night: number): Step[] {
  const duration = (minutes: number, spread: number) =>
    Math.round((minutes + ((night * 5 + spread) % 7) / 2) * pace * 60) * second;
  const extracted = begin + duration(11, 1);
  const received = extracted + 9 * second + duration(3, 2);
  const processed = received + 14 * second + duration(8, 5);
  return [
    { type: "extraction", startedAt: begin, endedAt: extracted },
    { type: "receiving", startedAt: extracted + 9 * second, endedAt: received },
    {
      type: "processing",
      startedAt: received + 14 * second,
      endedAt: processed,
      // No data of the nights before exists.
      ...(night === nights - 1 && { dataVersion: sampleDataVersion }),
    },
  ];
}

function refusedLoad(begin: number): Step[] {
  return [{ type: "extraction", startedAt: begin + 4 * second, endedAt: begin + 3 * minute, refusal }];
}

/** Dispatching job of a night; it ends shortly after the last dispatched job, which is that of the larger tenant. */
function dispatching(id: string, tenant: string, night: number): StoredJob {
  const startedAt = firstNight + night * day;
  const [last] = createLoadSteps(startedAt + 4 * second, 1.6, night).slice(-1);
  const isRefused = night === refusedNight;
  return {
    id,
    tenant,
    type: "dispatching",
    state: isRefused ? "failed" : "succeeded",
    createdAt: startedAt - second,
    startedAt,
    endedAt: (last?.endedAt ?? startedAt) + 2 * second,
    parent: undefined,
    message: example,
    dataVersion: undefined,
    progress: undefined,
  };
}

/** The repeated load on the morning after the failure; the parent of each job is the one before. */
function createRepeatedLoad(tenant: string): StoredJob[] {
  const jobs: StoredJob[] = [];
  for (const step of createLoadSteps(firstNight + refusedNight * day + 6.7 * 60 * minute, 1, refusedNight)) {
    jobs.push(toJob(step, tenant, jobs.at(-1)?.id, "made up for"));
  }
  return jobs;
}

function cancelled(tenant: string): StoredJob {
  const startedAt = firstNight + 4 * day + 12 * 60 * minute + 5 * minute;
  const job = toJob({ type: "processing", startedAt, endedAt: startedAt + 6 * minute }, tenant, undefined, "cancelled");
  return { ...job, state: "cancelled" };
}

function toJob(step: Step, tenant: string, parent: string | undefined, run: string): StoredJob {
  return {
    id: createStableId(tenant, "job", step.type, run),
    tenant,
    type: step.type,
    state: step.refusal === undefined ? "succeeded" : "failed",
    createdAt: step.startedAt - second,
    startedAt: step.startedAt,
    endedAt: step.endedAt,
    parent,
    message:
      step.dataVersion === undefined
        ? (step.refusal ?? example)
        : `${example} Data version ${step.dataVersion} is the data that the sample begins with.`,
    dataVersion: step.dataVersion?.toString(),
    progress: undefined,
  };
}
