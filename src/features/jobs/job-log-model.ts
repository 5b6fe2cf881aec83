import type { ChildJob, JobTimes } from "../../client/jobs/job-state.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import type { FollowedJob } from "./followed-job.ts";
import { detailsOfChild, factsOf } from "./job-details-text-model.ts";
import type { JobDetails } from "./job-item.ts";
import type { JournalEvent } from "./job-journal-model.ts";
import { childKey, type JobLogSubject } from "./job-log-subject.ts";
import { type JobInstant, type JobMoment, type ObservedTimes, type ShownTimes, shownTimes } from "./job-times-model.ts";

/** One line of a log's course of events. */
export type JobLogEvent =
  | JournalEvent
  /** The looking began. */
  | { readonly kind: "began"; readonly atMs: number }
  | ({ readonly kind: "moment"; readonly moment: JobMoment; readonly of: MomentOwner } & JobInstant);

/** Whose moment it is; of a child, its facts. */
type MomentOwner = "job" | "transaction" | JobDetails;

/** Everything that is known of a job. */
export interface JobLog {
  readonly subject: JobLogSubject;
  readonly facts: JobDetails;
  /** Whether the service has said anything of the job yet. */
  readonly isSeen: boolean;
  /** Why it can no longer be looked at. */
  readonly problem: string | undefined;
  readonly children: readonly JobDetails[];
  readonly childPhases: ReadonlyMap<JobPhase, number>;
  /** In the order of time. */
  readonly events: readonly JobLogEvent[];
  /** How many of the oldest events are left out. */
  readonly omitted: number;
}

/** What is known besides what the following saw. */
interface JobLogSources {
  /** What else this window saw of the job. */
  readonly seen: ObservedTimes;
  /** A child with what was asked for beside its parent's answer. */
  filled(child: ChildJob): ChildJob;
}

/** The log of a job, or of one of its children. */
export function jobLog(subject: JobLogSubject, followed: FollowedJob, sources: JobLogSources): JobLog {
  const { journal, state, problem } = followed;
  const log =
    subject.child === undefined ? ownLog(subject, followed, sources) : childLog(subject.child, followed, sources);
  const childPhases = new Map<JobPhase, number>();
  for (const { phase } of log.children) {
    childPhases.set(phase, (childPhases.get(phase) ?? 0) + 1);
  }
  const times = momentsOf(log.facts.times, "job", journal.beganMs);
  const transaction = momentsOf(shownTimes(log.transactionTimes, {}), "transaction", journal.beganMs);
  const ofChildren = log.children.flatMap((child) => momentsOf(child.times, child, journal.beganMs));
  const began = { kind: "began", atMs: journal.beganMs } as const;
  return {
    subject,
    facts: log.facts,
    isSeen: state !== undefined,
    problem,
    children: log.children,
    childPhases,
    events: [...times, ...transaction, ...ofChildren, began, ...log.events].sort((one, other) => one.atMs - other.atMs),
    omitted: journal.omitted,
  };
}

interface PartOfLog {
  readonly facts: JobDetails;
  readonly children: readonly JobDetails[];
  readonly transactionTimes: JobTimes;
  readonly events: readonly JournalEvent[];
}

function ownLog({ reference }: JobLogSubject, followed: FollowedJob, { seen, filled }: JobLogSources): PartOfLog {
  const { state, journal } = followed;
  const facts = factsOf(jobIdOf(reference), state, { ...seen, ...followed.seen() });
  return {
    facts: { ...facts, tenant: facts.tenant ?? reference.tenant },
    children: (state?.children ?? []).map((child) => detailsOfChild(filled(child), followed.seen(childKey(child)))),
    transactionTimes: state?.transactionTimes ?? {},
    events: journal.events,
  };
}

/** What its parent's looks say of a child. */
function childLog(key: string, followed: FollowedJob, { seen, filled }: JobLogSources): PartOfLog {
  const child = followed.state?.children.find((candidate) => childKey(candidate) === key);
  const times = { ...seen, ...followed.seen(key) };
  return {
    facts: child ? detailsOfChild(filled(child), times) : factsOf(key, undefined, times),
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

/** What was seen since the looking began stands among the states. */
function momentsOf(times: ShownTimes, of: MomentOwner, beganMs: number): JobLogEvent[] {
  return Object.entries(times).flatMap(([name, instant]): JobLogEvent[] => {
    const moment = name as JobMoment;
    const isShown = instant.saidBy === "service" || moment === "submitted" || instant.atMs < beganMs;
    return isShown ? [{ kind: "moment", moment, of, ...instant }] : [];
  });
}
