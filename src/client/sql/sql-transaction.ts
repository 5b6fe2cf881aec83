import { type Clock, systemClock } from "../../base/clock.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { ProcessingJobStatus } from "../../contract/jobs.ts";
import type { SqlJobRequest, SqlJobResponse } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction as Answer, StartSqlTransactionRequest } from "../../contract/sql-transactions.ts";
import type { Client } from "../call/client.ts";
import type { CallGroupEffect } from "../interface/connection.ts";
import { CallGroup, type CallOptions, type StreamResponse } from "../interface/method.ts";
import type { ProgressCallback } from "../interface/transfer-progress.ts";
import { requestJobStatuses } from "../jobs/job-details.ts";
import type { JobState } from "../jobs/job-state.ts";
import { pollJob } from "../jobs/poll-job.ts";
import { watchJob } from "../jobs/watch-job.ts";
import type { LocalFile } from "../upload/local-file.ts";
import { parseTransactionState, SqlTransactionError, type TransactionState } from "./transaction-error.ts";
import type { TransactionOwner } from "./transaction-owner.ts";

/** Assumed lifetime, one hour, if the service does not report the expiry. */
const defaultLifetimeMs = 3_600_000;

/** Extends a transaction each time half of its lifetime has passed, until the signal is aborted. Never throws. */
export async function extendTransactionPeriodically(
  extend: (seconds: number) => Promise<unknown>,
  lifetimeMs: number | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const life = lifetimeMs ?? defaultLifetimeMs;
  while (!signal.aborted) {
    try {
      await clock.sleep(life / 2, signal);
      await extend(Math.ceil(life / 1000));
    } catch {
      // Tries again after the next interval; if the transaction has expired, its job reports that.
    }
  }
}

export interface SqlTransactionOptions {
  /** Code of the tenant that the transaction acts on. By default the tenant of the client. */
  readonly tenant?: string | undefined;
  /** Subject in the role gate's confirmation prompt. The gate decides once for the whole transaction. */
  readonly title: string;
  /** Set for a transaction that is always rolled back, such as that of a dry run, or that the user has just agreed to. */
  readonly effect?: CallGroupEffect | undefined;
  /** Whether to extend the transaction while one of its jobs runs. */
  readonly extendsWhileRunning: boolean;
  /** Decides whether another window continues the transaction instead; then neither jobs nor downloads are started. */
  readonly owner?: TransactionOwner | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the response that started the job, before the job has ended. */
  readonly onStarted?: ((answer: SqlJobResponse) => Promise<void> | void) | undefined;
  /** Called with the state of the job whenever it changes. */
  readonly onState?: ((state: JobState) => void) | undefined;
  /** Called when the service is temporarily unreachable. */
  readonly onUnreachable?: (() => void) | undefined;
}

/** Operations for which the role gate decides once. */
const operations: readonly (keyof Client & string)[] = [
  "startSqlTransaction",
  "extendSqlTransaction",
  "uploadSqlInputFile",
  "runSqlJob",
];

// Jobs of the embedded service end in less than a second; those of a cluster take longer.
const watchPolicy = { firstDelayMs: 150, maximumDelayMs: 10_000 };

/** Time limit for ending a transaction: long enough for a busy service, short enough for a user who waits. */
const endTimeoutMs = 60_000;

/**
 * One SQL transaction over table sources (service-api, "Table-source SQL transaction"). Uploads inputs, runs jobs,
 * downloads outputs, then commits or rolls back.
 */
export class SqlTransaction {
  readonly id: string;
  readonly #client: Client;
  readonly #options: SqlTransactionOptions;
  readonly #group: CallGroup;
  readonly #lifetimeMs: number | undefined;

  private constructor(
    client: Client,
    options: SqlTransactionOptions,
    group: CallGroup,
    id: string,
    lifetimeMs?: number,
  ) {
    this.#client = client;
    this.#options = options;
    this.#group = group;
    this.id = id;
    this.#lifetimeMs = lifetimeMs;
  }

  /**
   * Starts a transaction. It is read-only if the request names no tables. Once the request is sent, always waits for
   * the response, because a transaction without a known id could not be ended.
   */
  static async start(
    client: Client,
    request: StartSqlTransactionRequest,
    options: SqlTransactionOptions,
    signal?: AbortSignal,
  ): Promise<SqlTransaction> {
    signal?.throwIfAborted();
    const group = new CallGroup(options.title, operations, options.effect);
    const answer = await client.startSqlTransaction({ body: request }, { ...tenantOption(options), group });
    const { transactionId } = answer;
    if (transactionId === undefined || transactionId === "") {
      throw new Error("The service returned no transaction id. Try again, or ask its operator.");
    }
    const transaction = new SqlTransaction(client, options, group, transactionId, computeLifetimeMs(answer, request));
    if (signal?.aborted) {
      await transaction.abandon();
      throw signal.reason;
    }
    return transaction;
  }

  /** Returns a transaction that this or another window has started earlier. */
  static resume(client: Client, transactionId: string, options: SqlTransactionOptions): SqlTransaction {
    return new SqlTransaction(client, options, new CallGroup(options.title, operations), transactionId);
  }

  /** Uploads a file as an input. The file is read while it is sent. */
  async upload(
    name: string,
    file: LocalFile,
    {
      signal,
      onProgress,
      tenant,
    }: { signal?: AbortSignal; onProgress?: ProgressCallback; tenant?: string | undefined } = {},
  ): Promise<void> {
    await this.#client.uploadSqlInputFile(
      { path: { transactionId: this.id, filename: name }, body: { file } },
      { ...this.#calls(signal), onProgress, ...(tenant !== undefined && { tenant }) },
    );
  }

  /**
   * Runs a job and returns its final state, even that of a failed job. An aborted signal only ends the wait, because
   * the service cannot cancel the job; `rollBack` then waits for the job.
   */
  async run(job: SqlJobRequest, { signal, onStarted, onState, onUnreachable }: RunOptions = {}): Promise<JobState> {
    await this.#options.owner?.requireOwned(this.id);
    const path = { transactionId: this.id };
    const answer = await this.#client.runSqlJob({ path, body: job }, this.#calls(signal));
    if (answer.jobId === undefined || answer.jobId === "") {
      throw new Error("The service returned no job id. Try again, or ask its operator.");
    }
    await onStarted?.(answer);
    return await this.follow(answer.jobId, job, { signal, onState, onUnreachable });
  }

  /**
   * Watches a job that was started earlier until it and its processing jobs have ended, unless those may wait for a time.
   * Returns its final state.
   */
  async follow(
    jobId: string,
    job: SqlJobRequest,
    { signal, onState, onUnreachable }: Omit<RunOptions, "onStarted"> = {},
  ): Promise<JobState> {
    const { clock = systemClock, random = Math.random, extendsWhileRunning } = this.#options;
    const ended = new AbortController();
    const extending = extendsWhileRunning
      ? extendTransactionPeriodically(
          (seconds) => this.extend(seconds, ended.signal),
          this.#lifetimeMs,
          clock,
          ended.signal,
        )
      : undefined;
    let last: JobState | undefined;
    try {
      const reference = this.reference(jobId);
      const isDeferred = job.actions?.some(({ process }) => process?.deferTimeNotAfter !== undefined) ?? false;
      const poll = async (pollSignal: AbortSignal | undefined) => {
        const state = await pollJob(this.#client, reference, pollSignal);
        return isProcessing(state) && !isDeferred ? { ...state, phase: "running" as const } : state;
      };
      for await (const state of watchJob(poll, { clock, random, signal, policy: watchPolicy, onUnreachable })) {
        last = state;
        onState?.(state);
      }
    } finally {
      ended.abort();
      await extending;
    }
    if (!last) {
      throw new Error("The service returned no state of the job. Try again, or ask its operator.");
    }
    return last;
  }

  /** Requests the statuses of the processing jobs that a job started, as far as the user may see them. */
  async processingJobs({ children }: JobState, signal?: AbortSignal): Promise<readonly ProcessingJobStatus[]> {
    const ids = children.flatMap(({ id, jobType }) => (jobType === "PROCESSING" ? [id] : []));
    const found: ProcessingJobStatus[] = [];
    for await (const batch of requestJobStatuses(this.#client, ids, { signal, ...tenantOption(this.#options) })) {
      found.push(...batch.values());
    }
    return found;
  }

  /** Returns a reference to a job of this transaction, for polling the job. */
  reference(jobId: string): JobReference {
    const { tenant } = this.#options;
    return { kind: "sql", transactionId: this.id, jobId, ...(tenant !== undefined && { tenant }) };
  }

  /** Streams an output of a job. `tenant` selects one if the job ran in several tenants. */
  async output(filename: string, signal?: AbortSignal, tenant?: string): Promise<StreamResponse> {
    await this.#options.owner?.requireOwned(this.id);
    return await this.#client.downloadSqlOutputFile(
      { path: { transactionId: this.id, filename } },
      { ...this.#calls(signal), ...(tenant !== undefined && { tenant }) },
    );
  }

  /** Streams the parts of an output in sequence, each a complete file. */
  async *outputParts(
    filename: string,
    signal?: AbortSignal,
    tenant?: string,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    await this.#options.owner?.requireOwned(this.id);
    const path = { transactionId: this.id, filename };
    const calls = { ...this.#calls(signal), ...(tenant !== undefined && { tenant }) };
    const { numberOfParts = 1 } = await this.#client.listSqlOutputParts({ path }, calls);
    for (let partIndex = 0; partIndex < numberOfParts; partIndex++) {
      yield await this.#client.downloadSqlOutputPart({ path: { ...path, partIndex } }, calls);
    }
  }

  async extend(expireAfterSeconds: number | undefined, signal?: AbortSignal): Promise<Answer> {
    const body = expireAfterSeconds === undefined ? {} : { expireAfterSeconds };
    return await this.#client.extendSqlTransaction({ path: { transactionId: this.id }, body }, this.#calls(signal));
  }

  async state(signal?: AbortSignal): Promise<Answer> {
    return await this.#client.getSqlTransaction({ path: { transactionId: this.id }, query: {} }, this.#calls(signal));
  }

  /** Returns the current state of the transaction, or `unknown` if the request fails. */
  async transactionState(signal?: AbortSignal): Promise<TransactionState> {
    try {
      return parseTransactionState((await this.state(signal)).status);
    } catch {
      return "unknown";
    }
  }

  /** Commits the transaction's changes in all tenants. Throws SqlTransactionError when that fails. */
  async commit(signal?: AbortSignal): Promise<void> {
    await this.#end("commit", signal);
  }

  /** Rolls back the transaction's changes in all tenants. Throws SqlTransactionError when that fails. */
  async rollBack(signal?: AbortSignal): Promise<void> {
    await this.#end("rollback", signal);
  }

  /** Rolls back a transaction that is no longer needed. Returns whether the rollback is confirmed. Never throws. */
  async abandon(): Promise<boolean> {
    try {
      await this.rollBack(AbortSignal.timeout(endTimeoutMs));
      return true;
    } catch {
      return (await this.transactionState(AbortSignal.timeout(endTimeoutMs))) === "rolledBack";
    }
  }

  /** Creates a SqlTransactionError for a failure, with the current state of the transaction. */
  async failure(what: string, cause?: unknown): Promise<SqlTransactionError> {
    const transactionState = await this.transactionState(AbortSignal.timeout(endTimeoutMs));
    return new SqlTransactionError(what, this.id, transactionState, { cause });
  }

  async #end(action: "commit" | "rollback", signal: AbortSignal | undefined): Promise<void> {
    const { children = [] } = await this.state(signal);
    const tenants = children.flatMap(({ status, tenantCode }) =>
      parseTransactionState(status) === "open" && tenantCode !== undefined ? [tenantCode] : [],
    );
    const job: SqlJobRequest = { actions: [{ [action]: {} }], ...(tenants.length > 0 && { tenants }) };
    const what = action === "commit" ? "The commit failed:" : "The rollback failed:";
    let ended: JobState;
    try {
      ended = await this.run(job, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw await this.failure(`${what} ${error instanceof Error ? error.message : String(error)}`, error);
    }
    if (ended.phase !== "succeeded") {
      throw await this.failure(`${what} ${ended.message ?? "the service did not say why."}`);
    }
  }

  #calls(signal: AbortSignal | undefined): Pick<CallOptions, "signal" | "tenant" | "group"> {
    return { ...tenantOption(this.#options), group: this.#group, signal };
  }
}

/** Whether a job has ended and processing jobs that it started have not. */
function isProcessing({ phase, counts }: JobState): boolean {
  const { pending = 0, running = 0 } = counts.processing ?? {};
  return phase === "succeeded" && pending + running > 0;
}

function tenantOption({ tenant }: SqlTransactionOptions): Pick<CallOptions, "tenant"> {
  return tenant === undefined ? {} : { tenant };
}

/** Computes the lifetime, in milliseconds, from times of the service only, because its clock may differ from ours. */
function computeLifetimeMs({ createdAt, expireAt }: Answer, { expireAfterSeconds }: StartSqlTransactionRequest) {
  const reportedMs = Date.parse(expireAt ?? "") - Date.parse(createdAt ?? "");
  return reportedMs > 0 ? reportedMs : expireAfterSeconds === undefined ? undefined : expireAfterSeconds * 1000;
}
