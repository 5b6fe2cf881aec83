import type { Clock } from "../../base/clock.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { JobJournal } from "./job-journal-model.ts";
import { childKey } from "./job-log-subject.ts";
import { type ObservedTimes, PhaseTimes } from "./job-times-model.ts";
import type { WatchedJob } from "./watched-job.ts";

export interface FollowServices {
  readonly clock: Clock;
  /** The states of a job as they change, until it has ended. */
  watch(job: FollowedJobTarget, signal: AbortSignal): AsyncIterable<JobState>;
}

/** What it takes to look at a job. */
type FollowedJobTarget = Pick<WatchedJob, "connectionId" | "reference">;

/** Told of each change; `isFirst` is true for the state that the first look gave. */
type Heard = (isFirst: boolean) => void;

/** A job that is looked at again and again until it ends, with all that was seen of it. */
export class FollowedJob {
  readonly journal: JobJournal;
  readonly #services: FollowServices;
  readonly #controller = new AbortController();
  readonly #sightings = new PhaseTimes();
  #state: JobState | undefined;
  #problem: string | undefined;

  constructor(target: FollowedJobTarget, services: FollowServices, heard: Heard) {
    this.#services = services;
    this.journal = new JobJournal(services.clock.now());
    void this.#follow(target, heard);
  }

  /** As of the last look; `undefined` before the first. */
  get state(): JobState | undefined {
    return this.#state;
  }

  /** Why it can no longer be looked at. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** What was seen of the job, or of the child with this key. */
  seen(child?: string): ObservedTimes {
    return this.#sightings.of(child ?? ownKey);
  }

  stop(): void {
    this.#controller.abort();
  }

  async #follow(target: FollowedJobTarget, heard: Heard): Promise<void> {
    const { signal } = this.#controller;
    const { clock } = this.#services;
    try {
      for await (const state of this.#services.watch(target, signal)) {
        const isFirst = this.#state === undefined;
        this.#see(state, clock.now());
        heard(isFirst);
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#problem = error instanceof Error ? error.message : String(error);
        this.journal.fail(clock.now(), this.#problem);
        heard(false);
      }
    }
  }

  #see(state: JobState, atMs: number): void {
    this.#state = state;
    this.journal.see(atMs, state);
    this.#sightings.see(ownKey, state.phase, atMs);
    for (const child of state.children) {
      this.#sightings.see(childKey(child), child.phase, atMs);
    }
  }
}

/** No child has this key. */
const ownKey = "";
