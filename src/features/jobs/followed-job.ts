import type { Clock } from "../../base/clock.ts";
import type { ChildJob, ChildJobCounts, JobState } from "../../client/jobs/job-state.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import { childKey } from "./job-log-subject.ts";
import { type ObservedTimes, PhaseTimes } from "./job-times-model.ts";
import type { WatchedJob } from "./watched-job.ts";

export interface FollowServices {
  readonly clock: Clock;
  /** Polls a job and yields each changed state until the job has ended. */
  watch(job: FollowedJobTarget, signal: AbortSignal): AsyncIterable<JobState>;
}

/** Connection and id of a job to poll. */
type FollowedJobTarget = Pick<WatchedJob, "connectionId" | "reference">;

/** Callback after each change of a job's state. `isFirst` is true for the first state. */
type ChangeListener = (isFirst: boolean) => void;

/** Job that is polled until it ends. Records the state changes that were observed. */
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

  /** Last polled state of the job. Undefined before the first poll. */
  get state(): JobState | undefined {
    return this.#state;
  }

  /** Error that stopped the polling of the job. Undefined if there is none. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Returns the observed start and end times of the job, or of the child job with the given key. */
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

/** Map key of the polled job itself. No child job has this key. */
const ownKey = "";

/** Observed state change of a job. `child` is the key of the child job that changed. */
export type JournalEvent = { readonly atMs: number } & (
  | {
      readonly kind: "state";
      readonly child: JournalChild | undefined;
      readonly phase: JobPhase;
      readonly status: string | undefined;
      readonly message: string | undefined;
    }
  | { readonly kind: "counts"; readonly counts: ChildJobCounts }
  | { readonly kind: "export"; readonly id: string }
  | { readonly kind: "problem"; readonly message: string }
);

interface JournalChild {
  readonly key: string;
  readonly id: string;
  readonly jobType: string | undefined;
  readonly tenant: string | undefined;
}

/** Maximum number of stored state changes. Limits the memory for jobs with thousands of child jobs. */
const maxEvents = 10_000;

/** Journal of the state changes of one job that this window observed, in chronological order. */
class JobJournal {
  /** Time when polling of the job started, in epoch milliseconds. */
  readonly pollingSinceMs: number;
  #events: JournalEvent[] = [];
  #omitted = 0;
  #last: JobState | undefined;

  constructor(pollingSinceMs: number) {
    this.pollingSinceMs = pollingSinceMs;
  }

  get events(): readonly JournalEvent[] {
    return this.#events;
  }

  /** Number of oldest state changes that were dropped from the journal. */
  get omitted(): number {
    return this.#omitted;
  }

  record(atMs: number, state: JobState): void {
    this.#add(changes(this.#last, state, atMs));
    this.#last = state;
  }

  recordProblem(atMs: number, message: string): void {
    this.#add([{ kind: "problem", atMs, message }]);
  }

  #add(events: readonly JournalEvent[]): void {
    const all = [...this.#events, ...events];
    const tooMany = Math.max(0, all.length - maxEvents);
    this.#omitted += tooMany;
    this.#events = all.slice(tooMany);
  }
}

function changes(before: JobState | undefined, now: JobState, atMs: number): JournalEvent[] {
  const events: JournalEvent[] = [];
  if (!before || isDifferent(before, now)) {
    const { phase, status, message } = now;
    events.push({ kind: "state", atMs, child: undefined, phase, status, message });
  }
  if (JSON.stringify(before?.counts ?? {}) !== JSON.stringify(now.counts)) {
    events.push({ kind: "counts", atMs, counts: now.counts });
  }
  const known = new Map(before?.children.map((child) => [childKey(child), child]));
  for (const child of now.children) {
    const key = childKey(child);
    const former = known.get(key);
    if (!former || isDifferent(former, child)) {
      const { id, jobType, tenant, phase, status, message } = child;
      events.push({ kind: "state", atMs, child: { key, id, jobType, tenant }, phase, status, message });
    }
  }
  if (now.relatedIds.export !== undefined && now.relatedIds.export !== before?.relatedIds.export) {
    events.push({ kind: "export", atMs, id: now.relatedIds.export });
  }
  return events;
}

function isDifferent(one: JobState | ChildJob, other: JobState | ChildJob): boolean {
  return one.status !== other.status || one.phase !== other.phase || one.message !== other.message;
}
