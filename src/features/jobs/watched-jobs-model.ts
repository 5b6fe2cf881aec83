import { type Event, EventSource } from "../../base/event.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { type JobReference, jobIdOf } from "../../contract/job-reference.ts";
import { isEndedPhase } from "../../contract/job-status.ts";
import { FollowedJob, type FollowServices } from "./followed-job.ts";
import { detailsOfJob, type JobItem } from "./job-item.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import type { ObservedTimes } from "./job-times-model.ts";
import { type WatchedJob, type WatchedJobStore, watchedKey } from "./watched-job.ts";

/** Dependencies of the model that polls started jobs. */
interface WatchServices extends FollowServices {
  readonly store: WatchedJobStore;
}

/** Event that a polled job has ended, with its final state. */
export interface WatchedEnd {
  readonly log: JobLogSubject;
  readonly state: JobState;
}

interface Watching {
  readonly job: WatchedJob;
  readonly followed: FollowedJob;
}

/** Maximum number of polled jobs that are stored across window reloads. The newest are kept. */
const maxStoredJobs = 50;

/** Jobs that this extension started. Each is polled until it ends, even after a window reload. */
export class WatchedJobsModel {
  readonly #services: WatchServices;
  readonly #changed = new EventSource<void>();
  readonly #ended = new EventSource<WatchedEnd>();
  readonly #watching = new Map<string, Watching>();

  constructor(services: WatchServices) {
    this.#services = services;
    for (const job of services.store.read()) {
      this.#begin(job, "stored");
    }
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Fires when a polled job has ended. */
  get onDidEnd(): Event<WatchedEnd> {
    return this.#ended.event;
  }

  async watch(connectionId: string, reference: JobReference, label: string): Promise<void> {
    const job: WatchedJob = { connectionId, reference, label, watchedSince: this.#services.clock.now() };
    if (!this.#watching.has(watchedKey(job))) {
      this.#begin(job, "new");
      this.#changed.fire();
      await this.#write();
    }
  }

  /** Stops polling a job and removes it from the list. The job itself continues at the service. */
  async forget(key: string): Promise<void> {
    this.#watching.get(key)?.followed.stop();
    this.#watching.delete(key);
    this.#changed.fire();
    await this.#write();
  }

  async forgetEnded(): Promise<void> {
    for (const [key, { followed }] of this.#watching) {
      if ((followed.state && isEndedPhase(followed.state.phase)) || followed.problem !== undefined) {
        this.#watching.delete(key);
      }
    }
    this.#changed.fire();
    await this.#write();
  }

  /** Returns the tree items of a connection's polled jobs, newest first. */
  items(connectionId: string): readonly JobItem[] {
    return [...this.#watching]
      .filter(([, { job }]) => job.connectionId === connectionId)
      .sort(([, one], [, other]) => other.job.watchedSince - one.job.watchedSince)
      .map(([key, watching]) => toItem(key, watching));
  }

  /** Returns the polled job for a job reference. Undefined if that job is not polled. */
  followed(job: Pick<WatchedJob, "connectionId" | "reference">): FollowedJob | undefined {
    return this.#watching.get(watchedKey(job))?.followed;
  }

  /** Returns the observed start and end times of a polled job, or of its child job with the given key. */
  observed(job: Pick<WatchedJob, "connectionId" | "reference">, child?: string): ObservedTimes {
    const watching = this.#watching.get(watchedKey(job));
    return watching ? observedTimes(watching, child) : {};
  }

  dispose(): void {
    for (const { followed } of this.#watching.values()) {
      followed.stop();
    }
    this.#changed.dispose();
    this.#ended.dispose();
  }

  #begin(job: WatchedJob, origin: "new" | "stored"): void {
    const followed = new FollowedJob(job, this.#services, (isFirst) => {
      this.#changed.fire();
      const { state, problem } = followed;
      // The end of a job before a reload is no news. A new job may be so short that its first poll shows its end.
      const isNews = !isFirst || origin === "new";
      if (isNews && problem === undefined && state && isEndedPhase(state.phase)) {
        this.#ended.fire({ log: subjectOf(job), state });
      }
    });
    this.#watching.set(watchedKey(job), { job, followed });
  }

  #write(): Promise<void> {
    const jobs = [...this.#watching.values()].map(({ job }) => job);
    const newest = jobs.sort((one, other) => other.watchedSince - one.watchedSince).slice(0, maxStoredJobs);
    return this.#services.store.write(newest);
  }
}

function toItem(key: string, watching: Watching): JobItem {
  const { job, followed } = watching;
  const { reference, label } = job;
  const { state, problem } = followed;
  const details = detailsOfJob(jobIdOf(reference), state, observedTimes(watching, undefined));
  return {
    kind: "watched",
    key,
    reference,
    label,
    problem,
    hasChildren: (state?.children.length ?? 0) > 0,
    details: { ...details, tenant: details.tenant ?? reference.tenant },
    log: subjectOf(job),
  };
}

/**
 * Returns the observed times of a polled job or child job. The start of polling is used as the submission time, because
 * polling begins right after the request that started the job.
 */
function observedTimes({ job, followed }: Watching, child: string | undefined): ObservedTimes {
  return child === undefined ? { submitted: job.watchedSince, ...followed.observed() } : followed.observed(child);
}

function subjectOf({ connectionId, reference, label }: WatchedJob): JobLogSubject {
  return { connectionId, reference, label };
}
