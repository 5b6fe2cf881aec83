import { type Event, EventSource } from "../../base/event.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { type JobReference, jobIdOf } from "../../contract/job-reference.ts";
import { isEnded } from "../../contract/job-status.ts";
import { FollowedJob, type FollowServices } from "./followed-job.ts";
import { factsOf } from "./job-details-text-model.ts";
import type { JobItem } from "./job-item.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import type { ObservedTimes } from "./job-times-model.ts";
import { type WatchedJob, type WatchedJobStore, watchedKey } from "./watched-job.ts";

/** What watching needs of the rest of the extension. */
interface WatchServices extends FollowServices {
  readonly store: WatchedJobStore;
}

/** The end of a job that was watched. */
export interface WatchedEnd {
  readonly log: JobLogSubject;
  readonly state: JobState;
}

interface Watching {
  readonly job: WatchedJob;
  readonly followed: FollowedJob;
}

/** Jobs that are kept although they have ended, the newest. */
const mostJobs = 50;

/** The jobs that were started from here: each is watched to its end, also in a window that was loaded again. */
export class WatchedJobsModel {
  readonly #services: WatchServices;
  readonly #changed = new EventSource<void>();
  readonly #ended = new EventSource<WatchedEnd>();
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
  get onDidEnd(): Event<WatchedEnd> {
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
    this.#watching.get(key)?.followed.stop();
    this.#watching.delete(key);
    this.#changed.fire();
    await this.#write();
  }

  async forgetEnded(): Promise<void> {
    for (const [key, { followed }] of this.#watching) {
      if ((followed.state && isEnded(followed.state.phase)) || followed.problem !== undefined) {
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

  /** What is seen of a job that is watched. */
  followed(job: Pick<WatchedJob, "connectionId" | "reference">): FollowedJob | undefined {
    return this.#watching.get(watchedKey(job))?.followed;
  }

  /** What this window knows of the times of a job that is watched, or of the child with this key. */
  seen(job: Pick<WatchedJob, "connectionId" | "reference">, child?: string): ObservedTimes {
    const watching = this.#watching.get(watchedKey(job));
    return watching ? seenOf(watching, child) : {};
  }

  dispose(): void {
    for (const { followed } of this.#watching.values()) {
      followed.stop();
    }
    this.#changed.dispose();
    this.#ended.dispose();
  }

  #begin(job: WatchedJob): void {
    const followed = new FollowedJob(job, this.#services, (isFirst) => {
      this.#changed.fire();
      const { state, problem } = followed;
      // One that had ended before this window looked is no news.
      if (!isFirst && problem === undefined && state && isEnded(state.phase)) {
        this.#ended.fire({ log: subjectOf(job), state });
      }
    });
    this.#watching.set(watchedKey(job), { job, followed });
  }

  #write(): Promise<void> {
    const jobs = [...this.#watching.values()].map(({ job }) => job);
    const newest = jobs.sort((one, other) => other.watchedSince - one.watchedSince).slice(0, mostJobs);
    return this.#services.store.write(newest);
  }
}

function toItem(key: string, watching: Watching): JobItem {
  const { job, followed } = watching;
  const { reference, label } = job;
  const { state, problem } = followed;
  const facts = factsOf(jobIdOf(reference), state, seenOf(watching, undefined));
  return {
    kind: "watched",
    key,
    reference,
    label,
    problem,
    hasChildren: (state?.children.length ?? 0) > 0,
    facts: { ...facts, tenant: facts.tenant ?? reference.tenant },
    log: subjectOf(job),
  };
}

/** The watching begins when the call that starts the job has been answered. */
function seenOf({ job, followed }: Watching, child: string | undefined): ObservedTimes {
  return child === undefined ? { submitted: job.watchedSince, ...followed.seen() } : followed.seen(child);
}

function subjectOf({ connectionId, reference, label }: WatchedJob): JobLogSubject {
  return { connectionId, reference, label };
}
