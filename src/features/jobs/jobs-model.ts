import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../base/clock.ts";
import { type Event, EventSource } from "../../base/event.ts";
import { PollDelay } from "../../base/poll-delay.ts";
import { type ChildJob, toDataJobState } from "../../client/jobs/job-state.ts";
import { isEndedPhase, jobPhaseOf } from "../../contract/job-status.ts";
import type { ProcessingJobStatus } from "../../contract/jobs.ts";
import type { JobDetailsModel, JobTarget } from "./job-details-model.ts";
import { detailsOfChild, detailsOfJob, type JobItem, jobTypeName } from "./job-item.ts";
import { childKey, type JobLogSubject } from "./job-log-subject.ts";
import { type ObservedTimes, PhaseTimes } from "./job-times-model.ts";
import type { WatchedJobsModel } from "./watched-jobs-model.ts";

/** Source of the jobs of the active connection. */
export interface JobsSource {
  target(): JobTarget;
  list(startTime: string, signal: AbortSignal | undefined): Promise<readonly ProcessingJobStatus[]>;
  dispatched(jobId: string, signal: AbortSignal | undefined): Promise<readonly ChildJob[]>;
}

interface JobsModelServices {
  readonly source: JobsSource;
  readonly watched: WatchedJobsModel;
  readonly details: JobDetailsModel;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Change of the list: it is another list, or jobs in it may have changed. */
type JobsChange = "reloaded" | "updated";

const firstPollMs = 2000;
const longestPollMs = 30_000;

/**
 * List of the jobs of the active connection. Polled while the jobs tree is visible, and less often while no job is
 * running.
 */
export class JobsModel {
  readonly #services: JobsModelServices;
  readonly #changed = new EventSource<JobsChange>();
  readonly #phaseTimes = new PhaseTimes();
  #window: JobWindowDays;
  /** Target of the list. */
  #target: JobTarget;
  #jobs: Promise<readonly ProcessingJobStatus[]> | undefined;
  #shown = "";
  #polling: AbortController | undefined;

  constructor(services: JobsModelServices, window: JobWindowDays) {
    this.#services = services;
    this.#window = window;
    this.#target = services.source.target();
  }

  get onDidChange(): Event<JobsChange> {
    return this.#changed.event;
  }

  get window(): JobWindowDays {
    return this.#window;
  }

  setWindow(window: JobWindowDays): void {
    this.#window = window;
    this.refresh();
  }

  refresh(): void {
    this.#request("reloaded");
  }

  /** Requests the jobs again. What shows them keeps the former ones until the answer. */
  update(): void {
    this.#request("updated");
  }

  /** Requests the jobs again after a change of the connections, of which another one may be active now. */
  updateTarget(): void {
    const target = this.#services.source.target();
    const isSame = isDeepStrictEqual(target, this.#target);
    this.#target = target;
    this.#request(isSame ? "updated" : "reloaded");
  }

  #request(change: JobsChange): void {
    this.#jobs = undefined;
    // The poll that is under way may be one of another connection.
    this.setVisible(this.#polling !== undefined);
    this.#changed.fire(change);
  }

  /** Starts polling when the jobs tree becomes visible, and stops polling when the tree is hidden. */
  setVisible(isVisible: boolean): void {
    this.#polling?.abort();
    this.#polling = undefined;
    if (isVisible) {
      this.#polling = new AbortController();
      void this.#poll(this.#polling.signal);
    }
  }

  async roots(): Promise<readonly JobItem[]> {
    try {
      const jobs = await this.#list();
      const followed = this.#followed();
      const known = new Set(followed.flatMap((item) => (item.kind === "watched" ? item.details.id : [])));
      const ids = new Set(jobs.map(({ jobId }) => jobId));
      const top = jobs.filter(
        ({ jobId, parentJobId }) => !known.has(jobId ?? "") && !(parentJobId && ids.has(parentJobId)),
      );
      const listed = top.map((job) => this.#toItem(job, jobs));
      const all = [...followed, ...listed];
      return all.length > 0 ? all : [{ kind: "empty", key: "empty" }];
    } catch (error) {
      return [...this.#followed(), problemItem("list", error)];
    }
  }

  /** Returns the jobs of the active connection that this extension started. */
  #followed(): readonly JobItem[] {
    const { source, watched } = this.#services;
    return watched.items(source.target().connectionId);
  }

  async children(item: JobItem): Promise<readonly JobItem[]> {
    if (item.kind === "watched") {
      const { watched } = this.#services;
      const target = { connectionId: item.log.connectionId, tenant: item.reference.tenant };
      const children = watched.followed(item.log)?.state?.children ?? [];
      return this.#toChildren(item, target, children, (child) => watched.observed(item.log, child));
    }
    if (item.kind !== "job") {
      return [];
    }
    try {
      const jobs = await this.#list();
      const listedChildren = jobs.filter(({ parentJobId }) => parentJobId === item.details.id);
      if (listedChildren.length > 0) {
        return listedChildren.map((job) => this.#toItem(job, jobs));
      }
      const { source } = this.#services;
      const target = source.target();
      const dispatched = await source.dispatched(item.details.id, undefined);
      return this.#toChildren(item, target, dispatched, () => ({}));
    } catch (error) {
      return [problemItem(item.key, error)];
    }
  }

  /** Returns the observed start and end times of a listed job. */
  observed(connectionId: string, jobId: string): ObservedTimes {
    return this.#phaseTimes.observed(`${connectionId} ${jobId}`);
  }

  dispose(): void {
    this.setVisible(false);
    this.#changed.dispose();
  }

  #list(): Promise<readonly ProcessingJobStatus[]> {
    this.#jobs ??= this.#load();
    return this.#jobs;
  }

  /** Requests the jobs, and requests them again if the target has changed before the answer. */
  async #load(): Promise<readonly ProcessingJobStatus[]> {
    const { source, clock } = this.#services;
    const target = source.target();
    try {
      const jobs = await source.list(windowStart(this.#window, clock.now()), undefined);
      if (this.#isActive(target)) {
        this.#record(jobs);
        this.#shown = JSON.stringify(jobs);
        return jobs;
      }
    } catch (error) {
      if (this.#isActive(target)) {
        throw error;
      }
    }
    return await this.#load();
  }

  #isActive(target: JobTarget): boolean {
    return isDeepStrictEqual(target, this.#services.source.target());
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { source, clock, random } = this.#services;
    const delay = new PollDelay({ firstMs: firstPollMs, longestMs: longestPollMs, random });
    let isActive = true;
    while (!signal.aborted) {
      try {
        await clock.sleep(delay.next(isActive), signal);
        const target = source.target();
        const jobs = await source.list(windowStart(this.#window, clock.now()), signal);
        if (signal.aborted || !this.#isActive(target)) {
          continue;
        }
        const text = JSON.stringify(jobs);
        const isChanged = text !== this.#shown;
        const isBusy = jobs.some(({ status }) => !isEndedPhase(jobPhaseOf(status)));
        isActive = isChanged || isBusy;
        if (isChanged) {
          this.#record(jobs);
          this.#shown = text;
          this.#jobs = Promise.resolve(jobs);
          this.#changed.fire("updated");
        }
      } catch {
        // Failures are shown when the tree loads its items; polling only slows down.
        isActive = false;
        delay.slowDown();
      }
    }
  }

  #record(jobs: readonly ProcessingJobStatus[]): void {
    const { source, clock } = this.#services;
    const { connectionId } = source.target();
    for (const { jobId, status } of jobs) {
      this.#phaseTimes.record(`${connectionId} ${jobId ?? ""}`, jobPhaseOf(status), clock.now());
    }
  }

  #toItem(job: ProcessingJobStatus, jobs: readonly ProcessingJobStatus[]): JobItem {
    const { jobId = "", jobType, parentJobId } = job;
    const { connectionId, tenant } = this.#services.source.target();
    const target = tenant === undefined ? {} : { tenant };
    const hasChildren = jobs.some((other) => other.parentJobId === jobId) || isDispatching(job);
    const parent = jobs.find((other) => other.jobId === parentJobId);
    const label = jobTypeName(jobType) ?? jobId;
    // The lists of the dispatching job give more details of its children than their own status does.
    const log: JobLogSubject =
      parent?.jobId !== undefined && isDispatching(parent)
        ? { connectionId, label, reference: { kind: "dispatching", jobId: parent.jobId, ...target }, child: jobId }
        : { connectionId, label, reference: { kind: isDispatching(job) ? "dispatching" : "job", jobId, ...target } };
    return {
      kind: "job",
      key: `job ${connectionId} ${jobId}`,
      details: detailsOfJob(jobId, toDataJobState(job), this.observed(connectionId, jobId)),
      hasChildren,
      log,
    };
  }

  #toChildren(
    parent: { readonly key: string; readonly log: JobLogSubject },
    target: JobTarget,
    children: readonly ChildJob[],
    observed: (child: string) => ObservedTimes,
  ): readonly JobItem[] {
    const { details } = this.#services;
    details.loadMissing(target, children);
    return children.map((child): JobItem => {
      const key = childKey(child);
      return {
        kind: "child",
        key: `${parent.key} ${key}`,
        details: detailsOfChild(details.enrich(target, child), observed(key)),
        hasChildren: false,
        log: { ...parent.log, label: jobTypeName(child.jobType) ?? child.id, child: key },
      };
    });
  }
}

function isDispatching({ jobType = "" }: ProcessingJobStatus): boolean {
  return /dispatch/i.test(jobType);
}

function problemItem(target: string, error: unknown): JobItem {
  const message = error instanceof Error ? error.message : "The jobs could not be read. Try again.";
  return { kind: "problem", key: `problem ${target}`, message };
}

/** Maximum ages of listed jobs that the user can choose from, in days. 0 means all jobs that the service has. */
export const jobWindows = [1, 7, 30, 365, 0] as const;
export type JobWindowDays = (typeof jobWindows)[number];

export const defaultJobWindow: JobWindowDays = 7;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the earliest time of listed jobs as ISO 8601, the request parameter `startTime` (service-api,
 * "AllJobStatuses"). All jobs are asked for by the year 1970, for a service may have a default of its own.
 */
function windowStart(days: JobWindowDays, nowMs: number): string {
  return new Date(days === 0 ? 0 : nowMs - days * dayMs).toISOString();
}

export function isJobWindow(value: unknown): value is JobWindowDays {
  return jobWindows.some((days) => days === value);
}
