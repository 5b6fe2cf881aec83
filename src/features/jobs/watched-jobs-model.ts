import type { Clock } from "../../base/clock.ts";
import { type Event, EventSource } from "../../base/event.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { type JobReference, jobIdOf } from "../../contract/job-reference.ts";
import { isEnded } from "../../contract/job-status.ts";
import type { JobItem } from "./job-item.ts";
import { type WatchedJob, type WatchedJobStore, watchedKey } from "./watched-job.ts";

/** What watching needs of the rest of the extension. */
export interface WatchServices {
  readonly store: WatchedJobStore;
  readonly clock: Clock;
  /** The states of a job as they change, until it has ended. */
  watch(job: WatchedJob, signal: AbortSignal): AsyncIterable<JobState>;
}

interface Watching {
  readonly job: WatchedJob;
  readonly controller: AbortController;
  state: JobState | undefined;
  problem: string | undefined;
}

/** Jobs that are kept although they have ended, the newest. */
const mostJobs = 50;

/** The jobs that were started from here: each is watched to its end, also in a window that was loaded again. */
export class WatchedJobsModel {
  readonly #services: WatchServices;
  readonly #changed = new EventSource<void>();
  readonly #ended = new EventSource<{ readonly label: string; readonly state: JobState }>();
  readonly #watching = new Map<string, Watching>();

  constructor(services: WatchServices) {
    this.#services = services;
    for (const job of services.store.read()) {
      this.#begin(job);
    }
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** A job has ended while it was watched. */
  get onDidEnd(): Event<{ readonly label: string; readonly state: JobState }> {
    return this.#ended.event;
  }

  async watch(connectionId: string, reference: JobReference, label: string): Promise<void> {
    const job: WatchedJob = { connectionId, reference, label, watchedSince: this.#services.clock.now() };
    if (!this.#watching.has(watchedKey(job))) {
      this.#begin(job);
      this.#changed.fire();
      await this.#write();
    }
  }

  /** Forgets a job; the service goes on with it. */
  async forget(key: string): Promise<void> {
    this.#watching.get(key)?.controller.abort();
    this.#watching.delete(key);
    this.#changed.fire();
    await this.#write();
  }

  async forgetEnded(): Promise<void> {
    for (const [key, { state, problem }] of this.#watching) {
      if ((state && isEnded(state.phase)) || problem !== undefined) {
        this.#watching.delete(key);
      }
    }
    this.#changed.fire();
    await this.#write();
  }

  /** Those of a connection, the newest first. */
  items(connectionId: string): readonly JobItem[] {
    return [...this.#watching]
      .filter(([, { job }]) => job.connectionId === connectionId)
      .sort(([, one], [, other]) => other.job.watchedSince - one.job.watchedSince)
      .map(([key, watching]) => toItem(key, watching));
  }

  children(key: string): readonly JobItem[] {
    const children = this.#watching.get(key)?.state?.children ?? [];
    return children.map((facts) => ({ kind: "child", key: `${key} ${facts.jobType ?? ""} ${facts.id}`, facts }));
  }

  dispose(): void {
    for (const { controller } of this.#watching.values()) {
      controller.abort();
    }
    this.#changed.dispose();
    this.#ended.dispose();
  }

  #begin(job: WatchedJob): void {
    const watching: Watching = {
      job,
      controller: new AbortController(),
      state: undefined,
      problem: undefined,
    };
    this.#watching.set(watchedKey(job), watching);
    void this.#follow(watching);
  }

  async #follow(watching: Watching): Promise<void> {
    const { signal } = watching.controller;
    try {
      for await (const state of this.#services.watch(watching.job, signal)) {
        const wasSeen = watching.state !== undefined;
        watching.state = state;
        this.#changed.fire();
        // One that had ended before this window looked is no news.
        if (wasSeen && isEnded(state.phase)) {
          this.#ended.fire({ label: watching.job.label, state });
        }
      }
    } catch (error) {
      if (!signal.aborted) {
        watching.problem = error instanceof Error ? error.message : String(error);
        this.#changed.fire();
      }
    }
  }

  #write(): Promise<void> {
    const jobs = [...this.#watching.values()].map(({ job }) => job);
    const newest = jobs.sort((one, other) => other.watchedSince - one.watchedSince).slice(0, mostJobs);
    return this.#services.store.write(newest);
  }
}

function toItem(key: string, { job, state, problem }: Watching): JobItem {
  const { reference, label } = job;
  return {
    kind: "watched",
    key,
    reference,
    label,
    problem,
    hasChildren: (state?.children.length ?? 0) > 0,
    facts: {
      id: jobIdOf(reference),
      tenant: reference.tenant,
      jobType: state?.jobType,
      phase: state?.phase ?? "waiting",
      status: state?.status,
      message: state?.message,
      startTime: state?.startTime,
    },
  };
}
