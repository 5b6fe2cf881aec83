import { type Event, EventSource } from "../../base/event.ts";
import type { ChildJob, JobTimes } from "../../client/jobs/job-state.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import { FollowedJob, type FollowServices, type JournalEvent } from "./followed-job.ts";
import type { JobDetailsModel, JobTarget } from "./job-details-model.ts";
import { detailsOfChild, detailsOfJob, type JobDetails } from "./job-item.ts";
import { childKey, type JobLogSubject, subjectKey } from "./job-log-subject.ts";
import {
  type DisplayedTimes,
  type JobInstant,
  type JobMoment,
  mergeTimes,
  type ObservedTimes,
} from "./job-times-model.ts";
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

/** One event of a job log. */
export type JobLogEvent =
  | JournalEvent
  /** This window started to poll the job. */
  | { readonly kind: "began"; readonly atMs: number }
  | ({ readonly kind: "moment"; readonly moment: JobMoment; readonly owner: EventOwner } & JobInstant);

/** What a moment belongs to; a child is given by its details. */
type EventOwner = "job" | "transaction" | JobDetails;

/** Everything that is known about a job. */
export interface JobLog {
  readonly subject: JobLogSubject;
  readonly details: JobDetails;
  /** Whether the service has reported the job's state yet. */
  readonly hasState: boolean;
  /** Why the job can no longer be polled. */
  readonly problem: string | undefined;
  readonly children: readonly JobDetails[];
  readonly childPhases: ReadonlyMap<JobPhase, number>;
  /** In chronological order. */
  readonly events: readonly JobLogEvent[];
  /** Number of oldest events that were dropped. */
  readonly omitted: number;
}

/** Sources of information other than following the job. */
interface JobLogSources {
  /** Times that other parts of this window observed. */
  readonly observed: ObservedTimes;
  /** Adds details of a child that its parent's answer lacks. */
  enrich(child: ChildJob): ChildJob;
}

/** Builds the log of a job, or of one of its children. */
function jobLog(subject: JobLogSubject, followed: FollowedJob, sources: JobLogSources): JobLog {
  const { journal, state, problem } = followed;
  const log =
    subject.child === undefined
      ? jobContent(subject, followed, sources)
      : childContent(subject.child, followed, sources);
  const childPhases = new Map<JobPhase, number>();
  for (const { phase } of log.children) {
    childPhases.set(phase, (childPhases.get(phase) ?? 0) + 1);
  }
  const times = momentsOf(log.details.times, "job", journal.pollingSinceMs);
  const transaction = momentsOf(mergeTimes(log.transactionTimes, {}), "transaction", journal.pollingSinceMs);
  const ofChildren = log.children.flatMap((child) => momentsOf(child.times, child, journal.pollingSinceMs));
  const began = { kind: "began", atMs: journal.pollingSinceMs } as const;
  return {
    subject,
    details: log.details,
    hasState: state !== undefined,
    problem,
    children: log.children,
    childPhases,
    events: [...times, ...transaction, ...ofChildren, began, ...log.events].sort((one, other) => one.atMs - other.atMs),
    omitted: journal.omitted,
  };
}

interface LogContent {
  readonly details: JobDetails;
  readonly children: readonly JobDetails[];
  readonly transactionTimes: JobTimes;
  readonly events: readonly JournalEvent[];
}

function jobContent(
  { reference }: JobLogSubject,
  followed: FollowedJob,
  { observed, enrich }: JobLogSources,
): LogContent {
  const { state, journal } = followed;
  const details = detailsOfJob(jobIdOf(reference), state, { ...observed, ...followed.observed() });
  return {
    details: { ...details, tenant: details.tenant ?? reference.tenant },
    children: (state?.children ?? []).map((child) => detailsOfChild(enrich(child), followed.observed(childKey(child)))),
    transactionTimes: state?.transactionTimes ?? {},
    events: journal.events,
  };
}

/** Builds the log of a child from what polling its parent returned. */
function childContent(key: string, followed: FollowedJob, { observed, enrich }: JobLogSources): LogContent {
  const child = followed.state?.children.find((candidate) => childKey(candidate) === key);
  const times = { ...observed, ...followed.observed(key) };
  return {
    details: child ? detailsOfChild(enrich(child), times) : detailsOfJob(key, undefined, times),
    children: [],
    transactionTimes: {},
    events: followed.journal.events.flatMap((event): JournalEvent[] => {
      if (event.kind === "state") {
        return event.child?.key === key ? [{ ...event, child: undefined }] : [];
      }
      return event.kind === "problem" ? [event] : [];
    }),
  };
}

/** Moments to list as events. Those observed since polling started are left out, because state events show them. */
function momentsOf(times: DisplayedTimes, owner: EventOwner, pollingSinceMs: number): JobLogEvent[] {
  return Object.entries(times).flatMap(([name, instant]): JobLogEvent[] => {
    const moment = name as JobMoment;
    const isShown = instant.source === "service" || moment === "submitted" || instant.atMs < pollingSinceMs;
    return isShown ? [{ kind: "moment", moment, owner, ...instant }] : [];
  });
}
