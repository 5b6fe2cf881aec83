import { type Clock, systemClock } from "../../base/clock.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { SqlJobRequest, SqlJobResponse } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction as Answer, StartSqlTransactionRequest } from "../../contract/sql-transaction-schemas.ts";
import type { Client } from "../call/client.ts";
import { CallGroup } from "../interface/call-group.ts";
import type { CallOptions, StreamAnswer } from "../interface/method.ts";
import type { OnProgress } from "../interface/transfer-progress.ts";
import type { JobState } from "../jobs/job-state.ts";
import { pollJob } from "../jobs/poll-job.ts";
import { watchJob } from "../jobs/watch-job.ts";
import type { LocalFile } from "../upload/local-file.ts";
import { SqlTransactionError, type TransactionState, transactionStateOf } from "./transaction-error.ts";

/** An hour, where the service told no expiry. */
const usualLifetimeMs = 3_600_000;

/** Puts off the expiry of a transaction each time half of its life is over, until the signal is aborted. Never throws. */
export async function keepOpen(
  extend: (seconds: number) => Promise<unknown>,
  lifetimeMs: number | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const life = lifetimeMs ?? usualLifetimeMs;
  while (!signal.aborted) {
    try {
      await clock.sleep(life / 2, signal);
      await extend(Math.ceil(life / 1000));
    } catch {
      // The next half tries again; a transaction that has expired says so by its job.
    }
  }
}

export interface SqlTransactionOptions {
  /** Tenant that the calls act on; that of the client when left out. */
  readonly tenant?: string | undefined;
  /** What it is about, for the question of the role gate, which is asked once for all of it. */
  readonly title: string;
  /** Whether the expiry is put off while a job runs. */
  readonly extendsWhileRunning: boolean;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of the job before it is waited for. */
  readonly onStarted?: ((answer: SqlJobResponse) => Promise<void> | void) | undefined;
  /** Told of each change of the job. */
  readonly onState?: ((state: JobState) => void) | undefined;
  /** Told when the service cannot be asked for a while. */
  readonly onAway?: (() => void) | undefined;
}

/** Operations that belong together for the role gate. */
const operations: readonly (keyof Client & string)[] = [
  "startSqlTransaction",
  "extendSqlTransaction",
  "uploadSqlInputFile",
  "runSqlJob",
];

// Jobs of the embedded service end within moments; those of a cluster take their time.
const watchPolicy = { firstDelayMs: 150, maximumDelayMs: 10_000 };

/** Long enough for a service that is busy, short enough for a person who wants to stop. */
const endWithinMs = 60_000;

/** One SQL transaction over table sources: its inputs, jobs, outputs and end (service-api, "Table-source SQL transaction"). */
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
   * Starts a transaction, which only reads when the request names no tables. A call that was sent is always waited for: a
   * transaction whose id nobody has heard would stay open.
   */
  static async start(
    client: Client,
    request: StartSqlTransactionRequest,
    options: SqlTransactionOptions,
    signal?: AbortSignal,
  ): Promise<SqlTransaction> {
    signal?.throwIfAborted();
    const group = new CallGroup(options.title, operations);
    const answer = await client.startSqlTransaction({ body: request }, { ...targetOf(options), group });
    const { transactionId } = answer;
    if (transactionId === undefined || transactionId === "") {
      throw new Error("startSqlTransaction: the service named no transaction. Try again, or ask its operator.");
    }
    const transaction = new SqlTransaction(client, options, group, transactionId, lifetimeOf(answer, request));
    if (signal?.aborted) {
      await transaction.abandon();
      throw signal.reason;
    }
    return transaction;
  }

  /** A transaction that was started before, in this window or elsewhere. */
  static resume(client: Client, transactionId: string, options: SqlTransactionOptions): SqlTransaction {
    return new SqlTransaction(client, options, new CallGroup(options.title, operations), transactionId);
  }

  /** Sends a file as an input; its bytes are read while they are sent. */
  async upload(
    name: string,
    file: LocalFile,
    { signal, onProgress, tenant }: { signal?: AbortSignal; onProgress?: OnProgress; tenant?: string | undefined } = {},
  ): Promise<void> {
    await this.#client.uploadSqlInputFile(
      { path: { transactionId: this.id, filename: name }, body: { file } },
      { ...this.#calls(signal), onProgress, ...(tenant !== undefined && { tenant }) },
    );
  }

  /**
   * Runs a job and follows it to its end, whatever that is. When the signal is aborted the job goes on at the service, which
   * has no way to stop one; `rollBack` waits behind it.
   */
  async run(job: SqlJobRequest, { signal, onStarted, onState, onAway }: RunOptions = {}): Promise<JobState> {
    const path = { transactionId: this.id };
    const answer = await this.#client.runSqlJob({ path, body: job }, this.#calls(signal));
    if (answer.jobId === undefined || answer.jobId === "") {
      throw new Error("runSqlJob: the service named no job. Try again, or ask its operator.");
    }
    await onStarted?.(answer);
    return await this.follow(answer.jobId, { signal, onState, onAway });
  }

  /** Waits for the end of a job that was started before. */
  async follow(jobId: string, { signal, onState, onAway }: Omit<RunOptions, "onStarted"> = {}): Promise<JobState> {
    const { clock = systemClock, random = Math.random, extendsWhileRunning } = this.#options;
    const ended = new AbortController();
    const extending = extendsWhileRunning
      ? keepOpen((seconds) => this.extend(seconds, ended.signal), this.#lifetimeMs, clock, ended.signal)
      : undefined;
    let last: JobState | undefined;
    try {
      const reference = this.reference(jobId);
      const look = (looking: AbortSignal | undefined) => pollJob(this.#client, reference, looking);
      for await (const state of watchJob(look, { clock, random, signal, policy: watchPolicy, onAway })) {
        last = state;
        onState?.(state);
      }
    } finally {
      ended.abort();
      await extending;
    }
    if (!last) {
      throw new Error("getSqlJobStatus: the service told nothing of the job. Try again, or ask its operator.");
    }
    return last;
  }

  /** What names a job of this transaction. */
  reference(jobId: string): JobReference {
    const { tenant } = this.#options;
    return { kind: "sql", transactionId: this.id, jobId, ...(tenant !== undefined && { tenant }) };
  }

  /** An output as it comes, that of a tenant where the job ran in several. */
  async output(filename: string, signal?: AbortSignal, tenant?: string): Promise<StreamAnswer> {
    return await this.#client.downloadSqlOutputFile(
      { path: { transactionId: this.id, filename } },
      { ...this.#calls(signal), ...(tenant !== undefined && { tenant }) },
    );
  }

  /** The parts of an output one after the other, each a complete file. */
  async *outputParts(
    filename: string,
    signal?: AbortSignal,
    tenant?: string,
  ): AsyncGenerator<StreamAnswer, void, undefined> {
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

  /** How it stands now; `unknown` when the service cannot be asked. */
  async transactionState(signal?: AbortSignal): Promise<TransactionState> {
    try {
      return transactionStateOf((await this.state(signal)).status);
    } catch {
      return "unknown";
    }
  }

  /** Makes the changes permanent in every tenant; throws SqlTransactionError when it does not end so. */
  async commit(signal?: AbortSignal): Promise<void> {
    await this.#end("commit", signal);
  }

  /** Undoes the changes in every tenant; throws SqlTransactionError when it does not end so. */
  async rollBack(signal?: AbortSignal): Promise<void> {
    await this.#end("rollback", signal);
  }

  /** Rolls back what nobody wants any more; whether that is done or could be asked for. */
  async abandon(): Promise<boolean> {
    try {
      await this.rollBack(AbortSignal.timeout(endWithinMs));
      return true;
    } catch {
      return (await this.transactionState(AbortSignal.timeout(endWithinMs))) === "rolledBack";
    }
  }

  /** The failure of a job, with how the transaction stands after it. */
  async failure(what: string, cause?: unknown): Promise<SqlTransactionError> {
    const transactionState = await this.transactionState(AbortSignal.timeout(endWithinMs));
    return new SqlTransactionError(what, this.id, transactionState, { cause });
  }

  async #end(action: "commit" | "rollback", signal: AbortSignal | undefined): Promise<void> {
    const { children = [] } = await this.state(signal);
    const tenants = children.flatMap(({ status, tenantCode }) =>
      transactionStateOf(status) === "open" && tenantCode !== undefined ? [tenantCode] : [],
    );
    const job: SqlJobRequest = { actions: [{ [action]: {} }], ...(tenants.length > 0 && { tenants }) };
    const what = action === "commit" ? "The commit failed:" : "The roll back failed:";
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
    return { ...targetOf(this.#options), group: this.#group, signal };
  }
}

function targetOf({ tenant }: SqlTransactionOptions): Pick<CallOptions, "tenant"> {
  return tenant === undefined ? {} : { tenant };
}

/** From the service's own times, as its clock need not be ours. */
function lifetimeOf({ createdAt, expireAt }: Answer, { expireAfterSeconds }: StartSqlTransactionRequest) {
  const told = Date.parse(expireAt ?? "") - Date.parse(createdAt ?? "");
  return told > 0 ? told : expireAfterSeconds === undefined ? undefined : expireAfterSeconds * 1000;
}
