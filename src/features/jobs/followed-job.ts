import type { Clock } from "../../base/clock.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { JobJournal } from "./job-journal-model.ts";
import { childKey } from "./job-log-subject.ts";
import { type ObservedTimes, PhaseTimes } from "./job-times-model.ts";
import type { WatchedJob } from "./watched-job.ts";

export interface FollowServices {
  readonly clock: Clock;
  /** Yields the states of a job as they change, until it has ended. */
  watch(job: FollowedJobTarget, signal: AbortSignal): AsyncIterable<JobState>;
}

/** Connection and job to poll. */
type FollowedJobTarget = Pick<WatchedJob, "connectionId" | "reference">;

/** Called after each change; `isFirst` is true for the first state. */
type ChangeListener = (isFirst: boolean) => void;

/** Polls a job until it ends, and records what was observed. */
export class FollowedJob {
  readonly journal: JobJournal;
  readonly #services: FollowServices;
  readonly #controller = new AbortController();
  readonly #phaseTimes = new PhaseTimes();
  #state: JobState | undefined;
  #problem: string | undefined;

  constructor(target: FollowedJobTarget, services: FollowServices, onChange: ChangeListener) {
    this.#services = services;
    this.journal = new JobJournal(services.clock.now());
    void this.#follow(target, onChange);
  }

  /** Last state, or undefined before the first poll. */
  get state(): JobState | undefined {
    return this.#state;
  }

  /** Why the job can no longer be polled. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Observed times of the job, or of the child with this key. */
  observed(child?: string): ObservedTimes {
    return this.#phaseTimes.observed(child ?? ownKey);
  }

  stop(): void {
    this.#controller.abort();
  }

  async #follow(target: FollowedJobTarget, onChange: ChangeListener): Promise<void> {
    const { signal } = this.#controller;
    const { clock } = this.#services;
    try {
      for await (const state of this.#services.watch(target, signal)) {
        const isFirst = this.#state === undefined;
        this.#record(state, clock.now());
        onChange(isFirst);
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#problem = error instanceof Error ? error.message : String(error);
        this.journal.recordProblem(clock.now(), this.#problem);
        onChange(false);
      }
    }
  }

  #record(state: JobState, atMs: number): void {
    this.#state = state;
    this.journal.record(atMs, state);
    this.#phaseTimes.record(ownKey, state.phase, atMs);
    for (const child of state.children) {
      this.#phaseTimes.record(childKey(child), child.phase, atMs);
    }
  }
}

/** Key of the job itself; no child has it. */
const ownKey = "";
