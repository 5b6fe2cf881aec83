import { type Event, EventSource } from "../../base/event.ts";
import type { ChildJob, JobTimes } from "../../client/jobs/job-state.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import { FollowedJob, type FollowServices, type JournalEvent } from "./followed-job.ts";
import type { JobDetailsModel, JobTarget } from "./job-details-model.ts";
import { detailsOfChild, detailsOfJob, type JobDetails } from "./job-item.ts";
import { childKey, type JobLogSubject, subjectKey } from "./job-log-subject.ts";
import {
  type DisplayedJobTimes,
  type JobInstant,
  type JobMoment,
  mergeTimes,
  type ObservedTimes,
} from "./job-times-model.ts";
import type { WatchedJobsModel } from "./watched-jobs-model.ts";

interface JobLogServices extends FollowServices {
  readonly watched: WatchedJobsModel;
  readonly details: JobDetailsModel;
  /** Returns the observed start and end times of a job in the jobs tree. */
  observed(connectionId: string, jobId: string): ObservedTimes;
}

interface OpenLog {
  readonly subject: JobLogSubject;
  /** Polled job of the log. Set only if the job is not polled already for another reason. */
  followed: FollowedJob | undefined;
}

/** All open job logs. The job of a log is polled while the log is open. */
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

  /** Fires when a job log has changed. The value identifies the job. */
  get onDidChange(): Event<JobLogSubject> {
    return this.#changed.event;
  }

  /** Returns the current content of a job log. The first call opens the log. */
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

/** Event in a job log. */
export type JobLogEvent =
  | JournalEvent
  /** Start of the polling of the job by this VS Code window. */
  | { readonly kind: "began"; readonly atMs: number }
  | ({ readonly kind: "moment"; readonly moment: JobMoment; readonly owner: EventOwner } & JobInstant);

/** Subject of an event in a job log: the job, its transaction, or a child job with its details. */
type EventOwner = "job" | "transaction" | JobDetails;

/** Content of a job log: everything known about a job. */
export interface JobLog {
  readonly subject: JobLogSubject;
  readonly details: JobDetails;
  /** Whether the service has already reported a state of the job. */
  readonly hasState: boolean;
  /** Error that stopped the polling of the job. Undefined if there is none. */
  readonly problem: string | undefined;
  readonly children: readonly JobDetails[];
  readonly childPhases: ReadonlyMap<JobPhase, number>;
  /** Events of the job in chronological order. */
  readonly events: readonly JobLogEvent[];
  /** Number of oldest events that were dropped from the log. */
  readonly omitted: number;
}

/** Additional sources of information about the job of a log, besides polling. */
interface JobLogSources {
  /** Start and end times of the job that the jobs tree observed. */
  readonly observed: ObservedTimes;
  /** Returns a child job completed with details that its parent job does not report. */
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

/** Returns the log content of a child job, from the polled state of its parent job. */
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

/**
 * Returns the times of a job to list as events in its log. Omits times observed after polling started, because state
 * changes already show them.
 */
function momentsOf(times: DisplayedJobTimes, owner: EventOwner, pollingSinceMs: number): JobLogEvent[] {
  return Object.entries(times).flatMap(([name, instant]): JobLogEvent[] => {
    const moment = name as JobMoment;
    const isShown = instant.source === "service" || moment === "submitted" || instant.atMs < pollingSinceMs;
    return isShown ? [{ kind: "moment", moment, owner, ...instant }] : [];
  });
}
