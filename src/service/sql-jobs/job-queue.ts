import { randomUUID } from "node:crypto";
import { ConcurrencyLimit } from "../../base/concurrency-limit.ts";
import { ServiceStopping } from "../jobs/job-failure.ts";
import type { TableSessions } from "../table-data/table-data.ts";
import { describeJobFailure } from "./describe-job-failure.ts";
import { InputFiles } from "./input-files.ts";
import type { JobEnvironment } from "./job-environment.ts";
import type { JobTenants } from "./job-tenants.ts";
import { createClosingChange, rollBackInTenant } from "./resolve-tenant.ts";
import { endAfterFailure, runInTenant, unexpectedFailure } from "./run-in-tenant.ts";
import type { SqlJob } from "./sql-job.ts";
import type { SqlTransaction, TransactionChange } from "./sql-transaction.ts";
import { createTenantRecords, findNamedTenants, findTenantsInData, lockTablesInAllTenants } from "./tenants-of-job.ts";
import type { JobRecord, JobRunRecord } from "./transaction-record.ts";

/**
 * Maximum number of jobs that run at the same time. Further jobs wait, so that threads and processor time are left for
 * other calls.
 */
export const maxRunningJobs = 16;

/** The user who requested a job and the tenants in which it may run. */
interface JobOrigin {
  readonly jobTenants: JobTenants;
  readonly userId: string;
}

interface QueuedJob extends JobOrigin {
  readonly transaction: SqlTransaction;
  readonly job: SqlJob;
  readonly id: string;
  readonly stopping: AbortController;
}

/** Runs the jobs of each transaction one after the other, and jobs of different transactions concurrently. */
export class JobQueue {
  readonly #environment: JobEnvironment;
  readonly #describeHolder: (transaction: string) => string;
  /** Pending and running jobs of each transaction. */
  readonly #queued = new Map<string, Set<QueuedJob>>();
  readonly #lastOf = new Map<string, Promise<void>>();
  readonly #limit = new ConcurrencyLimit(maxRunningJobs);

  constructor(environment: JobEnvironment, describeHolder: (transaction: string) => string) {
    this.#environment = environment;
    this.#describeHolder = describeHolder;
  }

  get isBusy(): boolean {
    return this.#queued.size > 0;
  }

  /** Whether the transaction has pending or running jobs. */
  has(transaction: SqlTransaction): boolean {
    return this.#queued.has(transaction.id);
  }

  /** Stores a new job, queues it and returns its id. */
  async add(transaction: SqlTransaction, job: SqlJob, origin: JobOrigin): Promise<string> {
    const id = randomUUID();
    const record: JobRecord = {
      id,
      ordinal: transaction.jobs().length,
      state: "pending",
      keepsTransactionOpen: job.keepsTransactionOpen,
      processes: job.actions.some(({ kind }) => kind === "process"),
    };
    const requestedTenants = findNamedTenants(job, origin.jobTenants) ?? [];
    const runs = requestedTenants.map((tenant, ordinal) => newRun(id, tenant, ordinal));
    const queued: QueuedJob = { ...origin, transaction, job, id, stopping: new AbortController() };
    const isFirst = !this.has(transaction);
    this.#queued.set(transaction.id, (this.#queued.get(transaction.id) ?? new Set()).add(queued));
    // A job that need not wait is saved as running at once, which spares it a second wait for the disk.
    const release = isFirst && hasWork(job) ? this.#limit.tryAcquire() : undefined;
    const startsNow = isFirst && (release !== undefined || !hasWork(job));
    const saved = transaction.change({
      ...(startsNow ? this.#startingChange(transaction, record, runs) : { jobs: [record] }),
      runs,
    });
    const before = this.#lastOf.get(transaction.id) ?? Promise.resolve();
    this.#lastOf.set(
      transaction.id,
      before.then(() => this.#run(queued, saved, release)),
    );
    await saved;
    return id;
  }

  /** Makes the pending and running jobs of a transaction fail. The reason becomes the message of the jobs. */
  stop(transaction: SqlTransaction, reason: Error): void {
    for (const { stopping } of this.#queued.get(transaction.id) ?? []) {
      stopping.abort(reason);
    }
  }

  /** Waits until all jobs of a transaction have ended. */
  async idle(transaction: SqlTransaction): Promise<void> {
    await this.#lastOf.get(transaction.id);
  }

  async close(): Promise<void> {
    for (const { stopping } of [...this.#queued.values()].flatMap((jobs) => [...jobs])) {
      stopping.abort(new ServiceStopping("The service is stopping."));
    }
    await Promise.all(this.#lastOf.values());
  }

  /**
   * Runs a job once it is saved, and ends one that cannot be. `taken` releases the place among the running jobs that it
   * has already.
   */
  async #run(queued: QueuedJob, saved: Promise<void>, taken: (() => void) | undefined): Promise<void> {
    const { job, stopping } = queued;
    // A job that only ends a transaction does not wait, because it frees resources. A stopped job only records its
    // failure.
    const release = taken ?? (hasWork(job) ? await this.#limit.acquire(stopping.signal) : undefined);
    let hasBegun = false;
    try {
      await saved;
      hasBegun = true;
      await this.#runToEnd(queued);
    } catch (error) {
      if (!(error instanceof ServiceStopping)) {
        this.#environment.onFailure(error);
        await this.#abandon(queued, hasBegun).catch(this.#environment.onFailure);
      }
    } finally {
      release?.();
      this.#forget(queued);
    }
  }

  #forget(queued: QueuedJob): void {
    const { transaction } = queued;
    const all = this.#queued.get(transaction.id);
    all?.delete(queued);
    if (all?.size === 0) {
      this.#queued.delete(transaction.id);
      this.#lastOf.delete(transaction.id);
    }
  }

  async #runToEnd(queued: QueuedJob): Promise<void> {
    const { transaction, job, id, jobTenants, userId, stopping } = queued;
    const { files, tableData } = this.#environment;
    const record = transaction.job(id);
    if (!record) {
      return;
    }
    if (stopping.signal.reason instanceof ServiceStopping) {
      throw stopping.signal.reason;
    }
    if (record.state === "pending") {
      await transaction.change(this.#startingChange(transaction, record, transaction.runs(id)));
    }
    const inputs = new InputFiles(transaction, jobTenants, (file) => files.path(transaction.id, file));
    const sessions = await tableData.openSessions(transaction.id);
    try {
      const runs = await this.#findRuns(queued, inputs, sessions);
      await lockTablesInAllTenants(transaction, runs, this.#environment);
      const all = {
        transaction,
        job,
        userId,
        inputs,
        sessions,
        signal: stopping.signal,
      };
      for (const run of runs) {
        await runInTenant({ ...all, tenant: run.tenant }, run, this.#environment, this.#describeHolder);
      }
    } finally {
      sessions.close();
    }
    await this.#end(queued);
  }

  /** Ends a job and, after the last one, closes its transaction if no tenant is open. */
  async #end({ transaction, id }: QueuedJob, runs: readonly JobRunRecord[] = []): Promise<void> {
    const record = transaction.job(id);
    // At once with the change, so that a caller who sees that the job has ended also sees the transaction's new state.
    transaction.changeInMemory({ jobs: record ? [{ ...record, state: "ended" }] : [], runs });
    await transaction.change(createClosingChange(transaction, this.#environment.clock));
  }

  #startingChange(transaction: SqlTransaction, record: JobRecord, runs: readonly JobRunRecord[]): TransactionChange {
    const { clock } = this.#environment;
    return {
      jobs: [{ ...record, state: "running" }],
      ...(transaction.record.startedAt === undefined && { record: { startedAt: clock.now() } }),
      tenants: createTenantRecords(transaction, runs, clock),
    };
  }

  /**
   * Ends a job that was interrupted by an unexpected error. One that had not begun was refused, and leaves the
   * transaction as it is.
   */
  async #abandon(queued: QueuedJob, hasBegun: boolean): Promise<void> {
    const { transaction, id, job } = queued;
    const failed: JobRunRecord[] = [];
    for (const run of transaction.runs(id).filter(({ state }) => state === "pending" || state === "running")) {
      const end = hasBegun
        ? await endAfterFailure(transaction, run.tenant, job.keepsTransactionOpen, this.#environment)
        : "";
      failed.push({ ...run, state: "failed", message: unexpectedFailure + end });
    }
    await this.#end(queued, failed);
  }

  /**
   * Returns a run for each tenant. If the tenants cannot be determined, records the failure in the job's status and
   * returns none.
   */
  async #findRuns(queued: QueuedJob, inputs: InputFiles, sessions: TableSessions): Promise<readonly JobRunRecord[]> {
    const { transaction, job, id, jobTenants } = queued;
    const known = transaction.runs(id);
    if (known.length > 0) {
      return known;
    }
    try {
      queued.stopping.signal.throwIfAborted();
      const tenants = await findTenantsInData(job, inputs, jobTenants, sessions);
      const runs = tenants.map((tenant, ordinal) => newRun(id, tenant, ordinal));
      await transaction.change({ runs, tenants: createTenantRecords(transaction, runs, this.#environment.clock) });
      return runs;
    } catch (error) {
      const message = describeJobFailure(error, undefined);
      if (message === undefined) {
        throw error;
      }
      await this.#fail(queued, message);
      return [];
    }
  }

  /**
   * Makes a job fail in the current tenant if it failed before its tenants were known, and rolls the transaction back.
   */
  async #fail({ transaction, job, id, jobTenants }: QueuedJob, message: string): Promise<void> {
    const tenant = jobTenants.current;
    const run: JobRunRecord = { ...newRun(id, tenant, 0), state: "failed", message };
    await transaction.change({
      runs: [run],
      tenants: createTenantRecords(transaction, [run], this.#environment.clock),
    });
    for (const { tenant: code } of job.keepsTransactionOpen ? [] : transaction.tenants()) {
      await rollBackInTenant(transaction, code, this.#environment);
    }
  }
}

/** Whether a job does anything besides ending its transaction. */
function hasWork(job: SqlJob): boolean {
  return job.actions.some(({ kind }) => kind !== "commit" && kind !== "rollback");
}

function newRun(job: string, tenant: string, ordinal: number): JobRunRecord {
  return { id: randomUUID(), job, ordinal, tenant, state: "pending", message: "", processingJobIds: [] };
}
