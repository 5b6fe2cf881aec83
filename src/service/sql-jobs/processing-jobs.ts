import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { JobStore } from "../store/job-store.ts";
import { Scheduler } from "./scheduler.ts";

/** Parameters of a processing job; equal parameters mean an equal job. */
interface ProcessingRequest {
  readonly tenant: string;
  /** Id of a project; undefined means the production version. */
  readonly project: string | undefined;
  /** Id of a version; undefined means the latest. */
  readonly version: string | undefined;
  /** Ids of data categories; undefined means those that use the tables. */
  readonly categories: readonly string[] | undefined;
  readonly tables: readonly string[];
}

interface DeferredJob {
  readonly id: string;
  readonly tenant: string;
  readonly notAfter: number;
}

/**
 * Runs processing jobs. A deferred job waits for its start time. A request for an equal job joins the waiting job, and
 * the earlier start time applies (sql-like-language 13.2).
 */
export class ProcessingJobs {
  readonly #clock: Clock;
  readonly #jobs: JobStore;
  readonly #deferred = new Map<string, DeferredJob>();
  readonly #alarm: Scheduler;

  /** `onFailure` is called with errors of deferred jobs. */
  constructor(clock: Clock, jobs: JobStore, onFailure: (error: unknown) => void) {
    this.#clock = clock;
    this.#jobs = jobs;
    this.#alarm = new Scheduler(
      clock,
      () => this.#nextTime(),
      () => this.#runDue().catch(onFailure),
    );
  }

  /**
   * Starts a processing job and returns its id. A job that is not deferred has ended by then. `notAfter` is the latest
   * start time in epoch milliseconds.
   */
  async start(request: ProcessingRequest, notAfter: number | undefined): Promise<string> {
    if (notAfter === undefined || notAfter <= this.#clock.now()) {
      const id = await this.#add(request.tenant);
      await this.#run(id, request.tenant);
      return id;
    }
    const key = JSON.stringify(request);
    const waiting = this.#deferred.get(key);
    const isWaiting = waiting && (await this.#jobs.find([request.tenant], waiting.id))?.state === "pending";
    const job = isWaiting
      ? { ...waiting, notAfter: Math.min(waiting.notAfter, notAfter) }
      : { id: await this.#add(request.tenant), tenant: request.tenant, notAfter };
    this.#deferred.set(key, job);
    this.#alarm.reset();
    return job.id;
  }

  async close(): Promise<void> {
    await this.#alarm.close();
  }

  #nextTime(): number | undefined {
    const times = [...this.#deferred.values()].map(({ notAfter }) => notAfter);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  async #runDue(): Promise<void> {
    for (const [key, { id, tenant, notAfter }] of [...this.#deferred]) {
      if (notAfter <= this.#clock.now()) {
        this.#deferred.delete(key);
        await this.#run(id, tenant);
      }
    }
  }

  async #add(tenant: string): Promise<string> {
    const id = randomUUID();
    await this.#jobs.addAll([
      {
        id,
        tenant,
        type: "processing",
        state: "pending",
        createdAt: this.#clock.now(),
        startedAt: undefined,
        endedAt: undefined,
        parent: undefined,
        message: undefined,
        dataVersion: undefined,
      },
    ]);
    return id;
  }

  /** Creates the tenant's next data version, unless the job was cancelled before. */
  async #run(id: string, tenant: string): Promise<void> {
    if (await this.#jobs.begin(id)) {
      await this.#jobs.succeed(id, String((await this.#jobs.latestDataVersion(tenant)) + 1));
    }
  }
}
