import type { ChildJob, JobState } from "../../src/client/jobs/job-state.ts";

/** The state of a job that says nothing but how far it is. */
export function jobState(phase: JobState["phase"], more: Partial<JobState> = {}): JobState {
  return {
    phase,
    status: phase,
    message: undefined,
    jobType: undefined,
    tenant: undefined,
    times: {},
    transactionTimes: {},
    counts: {},
    relatedIds: {},
    children: [],
    ...more,
  };
}

/** A data job that another one started. */
export function childState(id: string, phase: JobState["phase"], more: Partial<ChildJob> = {}): ChildJob {
  return {
    id,
    phase,
    status: phase,
    jobType: "EXTRACTION",
    tenant: "WFF_a",
    message: undefined,
    times: {},
    dataVersion: undefined,
    isDataJob: true,
    ...more,
  };
}

/** States that a test gives one by one to whoever follows the job; an error ends the following. */
export class GivenStates {
  signal: AbortSignal | undefined;
  #next: ((state: JobState | Error) => void) | undefined;

  async *watch(_job: unknown, signal: AbortSignal): AsyncGenerator<JobState, void, undefined> {
    this.signal = signal;
    for (;;) {
      const given = await new Promise<JobState | Error>((resolve) => {
        this.#next = resolve;
      });
      if (given instanceof Error) {
        throw given;
      }
      yield given;
    }
  }

  async give(given: JobState | Error): Promise<void> {
    this.#next?.(given);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
