import type { Clock } from "../../base/clock.ts";
import { type Event, EventSource } from "../../base/event.ts";
import type { ChildJob } from "../../client/jobs/job-state.ts";
import type { JobStatus } from "../../contract/job-schemas.ts";
import { isEnded, jobPhase } from "../../contract/job-status.ts";
import type { JobItem } from "./job-item.ts";
import { type JobWindowDays, windowStart } from "./job-window-model.ts";
import type { WatchedJobsModel } from "./watched-jobs-model.ts";

/** Where the tree's jobs come from: the active connection. */
export interface JobsSource {
  connectionId(): string;
  list(startTime: string | undefined, signal: AbortSignal | undefined): Promise<readonly JobStatus[]>;
  dispatched(jobId: string, signal: AbortSignal | undefined): Promise<readonly ChildJob[]>;
}

export interface JobsModelServices {
  readonly source: JobsSource;
  readonly watched: WatchedJobsModel;
  readonly clock: Clock;
  readonly random: () => number;
}

const firstPollMs = 2000;
const longestPollMs = 30_000;

/** The jobs of the active connection, asked for again and again while somebody looks and something runs. */
export class JobsModel {
  readonly #services: JobsModelServices;
  readonly #changed = new EventSource<void>();
  #window: JobWindowDays;
  #jobs: Promise<readonly JobStatus[]> | undefined;
  #shown = "";
  #polling: AbortController | undefined;

  constructor(services: JobsModelServices, window: JobWindowDays) {
    this.#services = services;
    this.#window = window;
  }

  get onDidChange(): Event<void> {
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
    this.#jobs = undefined;
    this.#changed.fire();
  }

  /** Only while the tree is seen is the service asked. */
  setVisible(isVisible: boolean): void {
    this.#polling?.abort();
    this.#polling = undefined;
    if (isVisible) {
      this.#polling = new AbortController();
      void this.#poll(this.#polling.signal);
    }
  }

  async roots(): Promise<readonly JobItem[]> {
    const { source, watched } = this.#services;
    const followed = watched.items(source.connectionId());
    const known = new Set(followed.flatMap((item) => (item.kind === "watched" ? item.facts.id : [])));
    try {
      const jobs = await this.#list();
      const ids = new Set(jobs.map(({ jobId }) => jobId));
      const top = jobs.filter(
        ({ jobId, parentJobId }) => !known.has(jobId ?? "") && !(parentJobId && ids.has(parentJobId)),
      );
      const listed = top.map((job) => this.#toItem(job, jobs));
      const all = [...followed, ...listed];
      return all.length > 0 ? all : [{ kind: "empty", key: "empty" }];
    } catch (error) {
      return [...followed, problemItem("list", error)];
    }
  }

  async children(item: JobItem): Promise<readonly JobItem[]> {
    if (item.kind === "watched") {
      return this.#services.watched.children(item.key);
    }
    if (item.kind !== "job") {
      return [];
    }
    try {
      const jobs = await this.#list();
      const own = jobs.filter(({ parentJobId }) => parentJobId === item.facts.id);
      if (own.length > 0) {
        return own.map((job) => this.#toItem(job, jobs));
      }
      const dispatched = await this.#services.source.dispatched(item.facts.id, undefined);
      return dispatched.map((facts) => ({ kind: "child", key: `${item.key} ${facts.id}`, facts }));
    } catch (error) {
      return [problemItem(item.key, error)];
    }
  }

  dispose(): void {
    this.#polling?.abort();
    this.#changed.dispose();
  }

  #list(): Promise<readonly JobStatus[]> {
    const { source, clock } = this.#services;
    this.#jobs ??= source.list(windowStart(this.#window, clock.now()), undefined).then((jobs) => {
      this.#shown = JSON.stringify(jobs);
      return jobs;
    });
    return this.#jobs;
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { source, clock, random } = this.#services;
    let delayMs = firstPollMs;
    while (!signal.aborted) {
      try {
        await clock.sleep(Math.round(delayMs * (0.8 + 0.4 * random())), signal);
        const jobs = await source.list(windowStart(this.#window, clock.now()), signal);
        const text = JSON.stringify(jobs);
        const isChanged = text !== this.#shown;
        const isBusy = jobs.some(({ status }) => !isEnded(jobPhase(status)));
        delayMs = isChanged || isBusy ? firstPollMs : Math.min(delayMs * 1.5, longestPollMs);
        if (isChanged) {
          this.#shown = text;
          this.#jobs = Promise.resolve(jobs);
          this.#changed.fire();
        }
      } catch {
        // What fails is said where the tree is asked for; here the next look comes later.
        delayMs = longestPollMs;
      }
    }
  }

  #toItem(job: JobStatus, jobs: readonly JobStatus[]): JobItem {
    const { jobId: id = "", jobType, tenant, status, startTime } = job;
    const facts = { id, jobType, tenant, status, startTime, phase: jobPhase(status), message: undefined };
    const hasChildren = jobs.some(({ parentJobId }) => parentJobId === id) || /dispatch/i.test(jobType ?? "");
    return { kind: "job", key: `job ${this.#services.source.connectionId()} ${id}`, facts, hasChildren };
  }
}

function problemItem(place: string, error: unknown): JobItem {
  const message = error instanceof Error ? error.message : "The jobs could not be read. Try again.";
  return { kind: "problem", key: `problem ${place}`, message };
}
