import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { CancellationResult, JobEnd, JobStore, NewJob, WaitingJob } from "../store/job-store.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import type { StoredJob } from "../store/stored-job.ts";
import { describeFailure, JobFailure, RecordedJobFailure, ServiceStopping } from "./job-failure.ts";
import { createNewJob, type JobOrder } from "./job-order.ts";
import { ProgressReports } from "./progress-reports.ts";
import { retryPauseMs, Scheduler } from "./scheduler.ts";

/** Statements that run in a transaction of the platform database. */
type TransactionWork<Value> = (connection: Connection) => Promise<Value>;

/** Result of a job that succeeded. */
export interface JobResult {
  readonly message?: string | undefined;
  /** Number of the data version that the job created or published. */
  readonly dataVersion?: string | undefined;
  /** Jobs that follow. They are stored in the transaction that ends the job. */
  readonly next?: readonly JobOrder[];
  /**
   * Writes of the job in the transaction that ends it, so that both are there or neither. It is not called if the job
   * was cancelled. What it returns replaces the fields above. Must not call the job runner or open a transaction.
   */
  readonly inTransaction?: TransactionWork<Pick<JobResult, "message" | "dataVersion" | "next"> | undefined>;
  /** Removes files that `inTransaction` would have stored. It is called if the job was cancelled or could not be ended so. */
  readonly discard?: () => Promise<void>;
}

export interface JobContext {
  readonly id: string;
  readonly tenant: string;
  /** Aborted when the job is cancelled or the service stops. The job must then end soon, with any result. */
  readonly signal: AbortSignal;
  /** Reports what the job does now, without data, such as "Reading employee.csv". Some reports may be skipped. */
  report(text: string): void;
}

/** Runs one job. Throws a `JobFailure` to fail it with a message; any other error is logged. */
export type JobFunction = (request: unknown, context: JobContext) => Promise<JobResult>;

interface JobKind {
  readonly run: JobFunction;
  readonly isHeavy: boolean;
}

interface RunningJob {
  readonly lane: string | undefined;
  readonly isHeavy: boolean;
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/** Most heavy jobs that run at the same time. */
const maxHeavyJobs = 2;

/**
 * Runs the jobs of all tenants. Jobs are stored before they run: pending jobs survive a restart of the service, also
 * those that wait for a time, and running ones fail.
 */
export class JobRunner {
  readonly #platform: PlatformDatabase;
  readonly #store: JobStore;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  readonly #kinds = new Map<string, JobKind>();
  readonly #waiting = new Map<string, WaitingJob>();
  readonly #running = new Map<string, RunningJob>();
  readonly #endListeners = new Set<() => void>();
  readonly #alarm: Scheduler;
  readonly #closing = new AbortController();
  /** Time at which the runner last looked for jobs to start; jobs that are due later need an alarm. */
  #lookedAt = 0;
  #isStarted = false;

  /** `onFailure` is called with unexpected errors, whose messages may contain data. */
  constructor(platform: PlatformDatabase, store: JobStore, clock: Clock, onFailure: (error: unknown) => void) {
    this.#platform = platform;
    this.#store = store;
    this.#clock = clock;
    this.#onFailure = onFailure;
    this.#alarm = new Scheduler(
      clock,
      () => this.#nextTime(),
      async () => this.#startDue(),
    );
  }

  /**
   * Sets the function for jobs of a kind. `isHeavy` says that jobs of the kind use much of the processor, memory or disk;
   * only two of these run at a time.
   */
  register(kind: string, run: JobFunction, { isHeavy = true }: { readonly isHeavy?: boolean } = {}): void {
    this.#kinds.set(kind, { run, isHeavy });
    this.#startDue();
  }

  /**
   * Begins to run jobs, the pending ones of earlier processes included. Call it once, after all kinds are registered and
   * the data is there. Jobs that are ordered before wait.
   */
  async resume(): Promise<void> {
    const stored = await this.#store.waiting();
    // A map keeps the place of what it has already: jobs that are ordered during the start come after those of before.
    const all = new Map([...stored.map((job) => [job.id, job] as const), ...this.#waiting]);
    this.#waiting.clear();
    for (const [id, job] of all) {
      this.#waiting.set(id, job);
    }
    this.#isStarted = true;
    this.#changed();
  }

  /** Whether any job is running, or pending without waiting for a time. */
  get isBusy(): boolean {
    const now = this.#clock.now();
    return this.#running.size > 0 || [...this.#waiting.values()].some((job) => isDue(job, now) && this.#knows(job));
  }

  /**
   * Starts a job and returns its id. `work` are writes of the caller in the transaction that stores the job; it is called
   * with the id of the job.
   */
  async start(order: JobOrder, work?: (connection: Connection, id: string) => Promise<void>): Promise<string> {
    const job = createNewJob(order, undefined);
    const id = await this.#platform.transaction(async (connection) => {
      const joined = order.notBefore === undefined ? undefined : await this.#store.joinDeferred(connection, job);
      if (joined === undefined) {
        await this.#store.insert(connection, [job]);
      }
      const started = joined ?? job.id;
      await work?.(connection, started);
      return started;
    });
    const known = this.#waiting.get(id);
    if (id === job.id) {
      this.#waiting.set(id, job);
    } else if (known) {
      this.#waiting.set(id, { ...known, notBefore: Math.min(known.notBefore ?? 0, order.notBefore ?? 0) });
    }
    this.#changed();
    return id;
  }

  /**
   * Starts a dispatching job for a tenant, and the jobs that it dispatches. Its state follows from theirs. Returns its
   * id.
   */
  dispatch(tenant: string, orders: readonly JobOrder[]): Promise<string> {
    return this.startPrepared(tenant, async () => orders, { isDispatched: true });
  }

  /**
   * Starts the jobs that `prepare` orders: several, or any with `isDispatched`, under a dispatching job for the tenant.
   * `prepare` runs in the transaction that stores the jobs, so that nothing changes what it has read. It is called with
   * the id that is returned: of the only job, or of the dispatching job.
   */
  async startPrepared(
    tenant: string,
    prepare: (connection: Connection, id: string) => Promise<readonly JobOrder[]>,
    { isDispatched = false }: { readonly isDispatched?: boolean } = {},
  ): Promise<string> {
    const id = randomUUID();
    const jobs = await this.#platform.transaction(async (connection) => {
      const orders = await prepare(connection, id);
      if (orders.length === 0) {
        throw new Error("There is no order for a job to start.");
      }
      const dispatching = isDispatched || orders.length > 1 ? { id, tenant } : undefined;
      const created = orders.map((order) =>
        dispatching ? createNewJob(order, id) : createNewJob(order, undefined, id),
      );
      await this.#store.insert(connection, created, dispatching);
      return created;
    });
    this.#add(jobs);
    return id;
  }

  /**
   * Cancels jobs as `JobStore.cancel` does and aborts those that run. An aborted job may go on for a moment, but changes
   * nothing any more.
   */
  async cancel(tenants: readonly string[], ids: readonly string[]): Promise<CancellationResult[]> {
    const { results, cancelled } = await this.#store.cancel(tenants, ids);
    for (const id of cancelled) {
      this.#waiting.delete(id);
      this.#running.get(id)?.stopping.abort(new JobFailure("The job was cancelled."));
    }
    this.#changed();
    this.#tellEnd();
    return results;
  }

  /** Waits until a job has ended, and returns it. Throws the signal's reason, or an error if there is no such job. */
  async ended(id: string, signal: AbortSignal): Promise<StoredJob> {
    for (;;) {
      signal.throwIfAborted();
      const next = this.#nextEnd(signal);
      const job = await this.#store.get(id);
      if (!job) {
        throw new Error("There is no such job.");
      }
      if (job.state !== "pending" && job.state !== "running") {
        return job;
      }
      await next;
    }
  }

  /** Stops all jobs and waits for them. Pending jobs stay for the next start of the service. */
  async close(): Promise<void> {
    this.#isStarted = false;
    this.#closing.abort(new ServiceStopping("The service is stopping."));
    await this.#alarm.close();
    for (const { stopping } of this.#running.values()) {
      stopping.abort(this.#closing.signal.reason);
    }
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #add(jobs: readonly WaitingJob[]): void {
    for (const job of jobs) {
      this.#waiting.set(job.id, job);
    }
    this.#changed();
  }

  #changed(): void {
    this.#startDue();
    this.#alarm.reset();
  }

  #knows({ kind }: WaitingJob): boolean {
    return this.#kinds.has(kind);
  }

  #nextTime(): number | undefined {
    const times = [...this.#waiting.values()].flatMap((job) =>
      isDue(job, this.#lookedAt) ? [] : (job.notBefore ?? []),
    );
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Starts the pending jobs whose time has come, and for which their lane and the bound of heavy jobs have room. */
  #startDue(): void {
    const now = this.#clock.now();
    this.#lookedAt = now;
    if (!this.#isStarted) {
      return;
    }
    const running = [...this.#running.values()];
    const busyLanes = new Set(running.map(({ lane }) => lane));
    busyLanes.delete(undefined);
    let heavyJobs = running.filter(({ isHeavy }) => isHeavy).length;
    for (const job of [...this.#waiting.values()]) {
      const kind = this.#kinds.get(job.kind);
      if (!kind || !isDue(job, now) || busyLanes.has(job.lane)) {
        continue;
      }
      if (!kind.isHeavy || heavyJobs < maxHeavyJobs) {
        heavyJobs += kind.isHeavy ? 1 : 0;
        this.#begin(job, kind);
      }
      // Also of a lane whose first job has to wait for others: jobs do not overtake each other in a lane.
      if (job.lane !== undefined) {
        busyLanes.add(job.lane);
      }
    }
  }

  #begin(job: WaitingJob, { run, isHeavy }: JobKind): void {
    this.#waiting.delete(job.id);
    const stopping = new AbortController();
    const done = this.#run(job, run, stopping)
      .catch(this.#onFailure)
      .finally(() => {
        this.#running.delete(job.id);
        this.#changed();
        this.#tellEnd();
      });
    this.#running.set(job.id, { lane: job.lane, isHeavy, stopping, done });
  }

  async #run(job: WaitingJob, run: JobFunction, stopping: AbortController): Promise<void> {
    const { id } = job;
    if (!(await this.#tryBegin(id))) {
      return;
    }
    const reports = new ProgressReports(id, this.#store, this.#clock, this.#onFailure);
    const { signal } = stopping;
    let end: JobEnd = { state: "succeeded", message: undefined, dataVersion: undefined };
    let result: JobResult = {};
    try {
      signal.throwIfAborted();
      const context = { id, tenant: job.tenant, signal, report: (text: string) => reports.add(text) };
      result = await run(JSON.parse(job.request), context);
      end = { ...end, message: result.message, dataVersion: result.dataVersion };
    } catch (error) {
      if (!(error instanceof JobFailure) && !signal.aborted) {
        this.#onFailure(error);
      }
      end = { ...end, state: "failed", message: describeFailure(error, job, signal) };
      result = error instanceof RecordedJobFailure ? toResult(error) : {};
    }
    await reports.close();
    await this.#end(job, end, result);
  }

  /** Marks a job as running. Tries again until it works or the service stops, for nothing else would start the job. */
  async #tryBegin(id: string): Promise<boolean> {
    for (;;) {
      try {
        return await this.#store.begin(id);
      } catch (error) {
        this.#onFailure(error);
        await this.#clock.sleep(retryPauseMs, this.#closing.signal);
      }
    }
  }

  /** Ends a job that was not cancelled. Tries again until it works or the service stops, for a job that never ends would keep its lane. */
  async #end(job: WaitingJob, end: JobEnd, result: JobResult): Promise<void> {
    for (let failure: unknown; ; ) {
      try {
        const outcome =
          failure === undefined ? end : { ...end, state: "failed" as const, message: describeFailure(failure, job) };
        const isEnded = await this.#tryEnd(job.id, outcome, failure === undefined ? result : {});
        if (!isEnded && failure === undefined) {
          await result.discard?.();
        }
        return;
      } catch (error) {
        if (!(error instanceof JobFailure)) {
          this.#onFailure(error);
        }
        // What the job wrote at its end failed, so it has not succeeded.
        if (failure === undefined) {
          await result.discard?.().catch(this.#onFailure);
        } else {
          await this.#clock.sleep(retryPauseMs, this.#closing.signal);
        }
        failure = error;
      }
    }
  }

  async #tryEnd(id: string, end: JobEnd, { inTransaction, next = [] }: JobResult): Promise<boolean> {
    let jobs: readonly NewJob[] = [];
    const isEnded = await this.#store.end(id, end, async (connection, parent) => {
      const replaced = await inTransaction?.(connection);
      jobs = (replaced?.next ?? next).map((order) => createNewJob(order, parent));
      await this.#store.insert(connection, jobs);
      return replaced && { ...end, ...definedFields(replaced) };
    });
    if (isEnded) {
      this.#add(jobs);
    }
    return isEnded;
  }

  #tellEnd(): void {
    for (const listener of [...this.#endListeners]) {
      listener();
    }
  }

  #nextEnd(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const listener = () => {
        this.#endListeners.delete(listener);
        signal.removeEventListener("abort", listener);
        resolve();
      };
      this.#endListeners.add(listener);
      signal.addEventListener("abort", listener, { once: true });
    });
  }
}

function isDue({ notBefore = 0 }: WaitingJob, now: number): boolean {
  return notBefore <= now;
}

function toResult({ inTransaction }: RecordedJobFailure): JobResult {
  return {
    inTransaction: async (connection) => {
      await inTransaction(connection);
      return undefined;
    },
  };
}

function definedFields({ message, dataVersion }: Pick<JobResult, "message" | "dataVersion">): Partial<JobEnd> {
  return { ...(message !== undefined && { message }), ...(dataVersion !== undefined && { dataVersion }) };
}
