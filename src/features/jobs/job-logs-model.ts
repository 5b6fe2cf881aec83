import { type Event, EventSource } from "../../base/event.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import { FollowedJob, type FollowServices } from "./followed-job.ts";
import type { JobDetailsModel, JobTarget } from "./job-details-model.ts";
import { type JobLog, jobLog } from "./job-log-model.ts";
import { type JobLogSubject, subjectKey } from "./job-log-subject.ts";
import type { ObservedTimes } from "./job-times-model.ts";
import type { WatchedJobsModel } from "./watched-jobs-model.ts";

interface JobLogServices extends FollowServices {
  readonly watched: WatchedJobsModel;
  readonly details: JobDetailsModel;
  /** Times of a job that the list of jobs observed. */
  observed(connectionId: string, jobId: string): ObservedTimes;
}

interface OpenLog {
  readonly subject: JobLogSubject;
  /** Set only if the job is not watched already. */
  followed: FollowedJob | undefined;
}

/** The open job logs; a job that is not watched is followed while its log is open. */
export class JobLogsModel {
  readonly #services: JobLogServices;
  readonly #changed = new EventSource<JobLogSubject>();
  readonly #open = new Map<string, OpenLog>();
  readonly #subscriptions: readonly { dispose(): void }[];

  constructor(services: JobLogServices) {
    this.#services = services;
    const notifyAll = () => {
      for (const { subject } of this.#open.values()) {
        this.#changed.fire(subject);
      }
    };
    this.#subscriptions = [services.watched.onDidChange(notifyAll), services.details.onDidChange(notifyAll)];
  }

  /** Fires when the log of a job has changed. */
  get onDidChange(): Event<JobLogSubject> {
    return this.#changed.event;
  }

  /** Returns the current log; the first call opens it. */
  read(subject: JobLogSubject): JobLog {
    const { watched, details, observed } = this.#services;
    const { connectionId, reference, child } = subject;
    const followed = this.#followed(subject);
    const target: JobTarget = { connectionId, tenant: reference.tenant };
    const children = followed.state?.children ?? [];
    details.loadMissing(target, child === undefined ? children : children.filter(({ id }) => id === child));
    return jobLog(subject, followed, {
      observed: { ...observed(connectionId, child ?? jobIdOf(reference)), ...watched.observed(subject, child) },
      enrich: (one) => details.enrich(target, one),
    });
  }

  close(subject: JobLogSubject): void {
    const key = subjectKey(subject);
    this.#open.get(key)?.followed?.stop();
    this.#open.delete(key);
  }

  dispose(): void {
    for (const { followed } of this.#open.values()) {
      followed?.stop();
    }
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#changed.dispose();
  }

  #followed(subject: JobLogSubject): FollowedJob {
    const key = subjectKey(subject);
    const open: OpenLog = this.#open.get(key) ?? { subject, followed: undefined };
    this.#open.set(key, open);
    const watched = this.#services.watched.followed(subject);
    if (watched && !open.followed) {
      return watched;
    }
    open.followed ??= new FollowedJob(subject, this.#services, () => this.#changed.fire(subject));
    return open.followed;
  }
}
