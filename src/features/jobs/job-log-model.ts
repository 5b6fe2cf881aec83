import type { ChildJob, JobTimes } from "../../client/jobs/job-state.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import type { FollowedJob } from "./followed-job.ts";
import { detailsOfChild, detailsOfJob } from "./job-details-conversion-model.ts";
import type { JobDetails } from "./job-item.ts";
import type { JournalEvent } from "./job-journal-model.ts";
import { childKey, type JobLogSubject } from "./job-log-subject.ts";
import {
  type DisplayedTimes,
  type JobInstant,
  type JobMoment,
  mergeTimes,
  type ObservedTimes,
} from "./job-times-model.ts";

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
export function jobLog(subject: JobLogSubject, followed: FollowedJob, sources: JobLogSources): JobLog {
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
