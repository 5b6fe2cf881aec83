import type { Clock } from "../../base/clock.ts";
import { refusalStatusOf } from "../../base/failure.ts";
import { PollDelay } from "../../base/poll-delay.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transactions.ts";
import type { StoredTransaction, TransactionReference } from "./stored-transaction.ts";
import {
  expiryOf,
  isJobRunning,
  isTransactionOpen,
  type TransactionPhase,
  transactionPhase,
} from "./transaction-details-model.ts";

/**
 * Time in milliseconds before its expiry at which a transaction with a running job is extended, so that it does not
 * expire before the next poll.
 */
const extendBeforeMs = 120_000;
const firstPollMs = 1000;
const longestPollMs = 30_000;
/** Minimum delay between polls in milliseconds, even if a transaction is about to expire. */
const minPollMs = 500;

/** Requests to the service. With `includesTenants`, the response contains the state of each tenant. */
export interface TransactionCalls {
  transaction(reference: TransactionReference, includesTenants: boolean, signal: AbortSignal): Promise<SqlTransaction>;
  job(
    reference: TransactionReference,
    jobId: string,
    includesTenants: boolean,
    signal: AbortSignal,
  ): Promise<SqlJobStatus>;
  extend(reference: TransactionReference, seconds: number, signal: AbortSignal): Promise<SqlTransaction>;
}

export interface FollowServices {
  readonly clock: Clock;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly calls: TransactionCalls;
  /** Whether a transaction is extended automatically while one of its jobs runs. */
  isExtended(stored: StoredTransaction): boolean;
  extendBySeconds(): number;
}

/** Changes of a transaction that a poll found. */
export interface PollResult {
  /** Whether this was the first poll of the transaction. */
  readonly isFirst: boolean;
  /** Whether the transaction has ended since the previous poll. */
  readonly hasEnded: boolean;
  /** Jobs of the transaction that ended while this window polled them. */
  readonly endedJobs: readonly SqlJobStatus[];
}

/** Maximum number of consecutive failed polls of a transaction that is not visible. Then polling stops. */
const maxFailures = 10;

/** Transaction that is polled while it is visible or one of its jobs runs. */
export class FollowedTransaction {
  readonly #services: FollowServices;
  readonly #stored: () => StoredTransaction;
  readonly #onPoll: (poll: PollResult | undefined) => void;
  readonly #stopped = new AbortController();
  readonly #jobs = new Map<string, SqlJobStatus>();
  /** Ids of jobs of the transaction that are no longer polled. */
  readonly #settled = new Set<string>();
  /**
   * Ids of jobs that were started before this window opened. The end of such a job is reported only if this window
   * observed it running.
   */
  readonly #earlierJobs: ReadonlySet<string>;
  #transaction: SqlTransaction | undefined;
  #phase: TransactionPhase | undefined;
  #problem: string | undefined;
  #extendProblem: string | undefined;
  #failures = 0;
  /** State of the transaction at the last change notification, as JSON. Used to detect changes. */
  #lastState = "";
  #isVisible = false;
  #includesTenants = false;
  #isFollowing = false;
  /** Whether the transaction must be polled once more even if it is not visible. */
  #isPollDue = false;
  #sleep: AbortController | undefined;

  /**
   * `onPoll` is called after each poll that found a change of the transaction, and with undefined after a failed poll.
   */
  constructor(
    stored: () => StoredTransaction,
    services: FollowServices,
    onPoll: (poll: PollResult | undefined) => void,
  ) {
    this.#services = services;
    this.#stored = stored;
    this.#onPoll = onPoll;
    this.#earlierJobs = new Set(stored().jobIds);
    this.#phase = stored().end;
  }

  /** Last polled state of the transaction. Undefined before the first poll. */
  get transaction(): SqlTransaction | undefined {
    return this.#transaction;
  }

  /** Phase of the transaction, such as open or ended. Undefined if no state is known. */
  get phase(): TransactionPhase | undefined {
    return this.#phase;
  }

  get jobs(): ReadonlyMap<string, SqlJobStatus> {
    return this.#jobs;
  }

  /** Message why the last poll of the transaction failed. Undefined if it succeeded. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Message why the transaction could not be extended. Undefined if there is none. */
  get extendProblem(): string | undefined {
    return this.#extendProblem;
  }

  /** Whether a job of the transaction is known to be waiting or running. */
  get isBusy(): boolean {
    return this.#stored().jobIds.some((id) => {
      const status = this.#jobs.get(id);
      return !this.#settled.has(id) && (status === undefined ? !this.#earlierJobs.has(id) : isJobRunning(status));
    });
  }

  /** Sets whether the transaction is visible in the tree. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#begin();
  }

  /** Sets whether a page shows the transaction's state in each tenant. */
  setDetailed(includesTenants: boolean): void {
    if (includesTenants && !this.#includesTenants) {
      this.#isPollDue = true;
      this.#settled.clear();
    }
    this.#includesTenants = includesTenants;
    this.#wake();
  }

  /** Polls the transaction at once, because it has probably changed. */
  poll(): void {
    this.#isPollDue = true;
    this.#failures = 0;
    this.#wake();
  }

  /** Applies a transaction state that another request returned, like the result of a poll. */
  apply(transaction: SqlTransaction): void {
    this.#applyState(transaction, [], false);
    this.#wake();
  }

  stop(): void {
    this.#stopped.abort();
    this.#sleep?.abort();
  }

  #wake(): void {
    this.#sleep?.abort();
    this.#begin();
  }

  #begin(): void {
    if (!this.#isFollowing && this.#isNeeded()) {
      this.#isFollowing = true;
      void this.#follow();
    }
  }

  #isNeeded(): boolean {
    if (this.#stopped.signal.aborted) {
      return false;
    }
    const isShown = this.#isVisible || this.#includesTenants;
    const isOpen = this.#phase === undefined || isTransactionOpen(this.#phase);
    return this.#isPollDue || this.isBusy ? isShown || this.#failures < maxFailures : isShown && isOpen;
  }

  async #follow(): Promise<void> {
    const delay = new PollDelay({ firstMs: firstPollMs, longestMs: longestPollMs, random: this.#services.random });
    const { signal } = this.#stopped;
    while (this.#isNeeded()) {
      this.#isPollDue = false;
      const isChanged = await this.#pollOnce(signal);
      if (!this.#isPollDue && this.#isNeeded()) {
        this.#sleep = new AbortController();
        const delayMs = Math.max(
          minPollMs,
          Math.min(delay.next(isChanged), this.#maxWaitMs() ?? Number.POSITIVE_INFINITY),
        );
        await this.#services.clock.sleep(delayMs, this.#sleep.signal).catch(() => undefined);
      }
    }
    this.#isFollowing = false;
  }

  async #pollOnce(signal: AbortSignal): Promise<boolean> {
    const { calls } = this.#services;
    const stored = this.#stored();
    try {
      const before = await calls.transaction(stored, this.#includesTenants, signal);
      const endedJobs = await this.#pollJobs(stored, signal);
      // A job that has ended may have closed the transaction since that answer.
      const transaction =
        endedJobs.length > 0
          ? await calls.transaction(stored, this.#includesTenants, signal).catch(() => before)
          : before;
      const isChanged = this.#applyState(transaction, endedJobs, true);
      await this.#extendInTime(stored, signal);
      return isChanged;
    } catch (error) {
      if (!signal.aborted) {
        this.#fail(error);
      }
      return false;
    }
  }

  async #pollJobs(stored: StoredTransaction, signal: AbortSignal): Promise<readonly SqlJobStatus[]> {
    const ended: SqlJobStatus[] = [];
    for (const jobId of stored.jobIds.filter((id) => !this.#settled.has(id))) {
      const before = this.#jobs.get(jobId);
      try {
        let status = await this.#services.calls.job(stored, jobId, this.#includesTenants, signal);
        if (!isJobRunning(status)) {
          this.#settled.add(jobId);
          // Only the state of each tenant contains which ones failed and why.
          status = status.tenants ? status : await this.#services.calls.job(stored, jobId, true, signal);
          if (before ? isJobRunning(before) : !this.#earlierJobs.has(jobId)) {
            ended.push({ ...status, jobId });
          }
        }
        this.#jobs.set(jobId, status);
      } catch (error) {
        if (refusalStatusOf(error) !== 404) {
          throw error;
        }
        this.#settled.add(jobId);
      }
    }
    return ended;
  }

  /** Applies a new transaction state. Returns whether it differs from the previous state. */
  #applyState(transaction: SqlTransaction, endedJobs: readonly SqlJobStatus[], isPoll: boolean): boolean {
    const before = this.#phase;
    const isFirst = this.#transaction === undefined;
    const phase = transactionPhase(transaction);
    const lastState = JSON.stringify([transaction, [...this.#jobs]]);
    const isChanged = lastState !== this.#lastState || this.#problem !== undefined;
    this.#lastState = lastState;
    this.#transaction = transaction;
    this.#phase = phase;
    this.#problem = undefined;
    this.#failures = 0;
    if (isChanged || !isPoll) {
      const hasEnded = !isTransactionOpen(phase) && (before === undefined || isTransactionOpen(before));
      this.#onPoll({ isFirst, hasEnded, endedJobs });
    }
    return isChanged;
  }

  #fail(error: unknown): void {
    this.#failures++;
    if (refusalStatusOf(error) === 404) {
      const hasEnded = this.#phase === undefined || isTransactionOpen(this.#phase);
      this.#phase = hasEnded ? "gone" : this.#phase;
      this.#problem = undefined;
      for (const jobId of this.#stored().jobIds) {
        this.#settled.add(jobId);
      }
      this.#onPoll({ isFirst: this.#transaction === undefined, hasEnded, endedJobs: [] });
      return;
    }
    const problem = error instanceof Error ? error.message : String(error);
    if (problem !== this.#problem) {
      this.#problem = problem;
      this.#onPoll(undefined);
    }
  }

  async #extendInTime(stored: StoredTransaction, signal: AbortSignal): Promise<void> {
    const { clock, calls, extendBySeconds } = this.#services;
    const expiry = this.#transaction && expiryOf(this.#transaction);
    if (!this.#needsExtension(stored) || expiry === undefined || expiry - clock.now() > extendBeforeMs) {
      return;
    }
    try {
      this.#applyState(await calls.extend(stored, extendBySeconds(), signal), [], false);
      this.#extendProblem = undefined;
    } catch (error) {
      if (!signal.aborted) {
        // After a failure, such as a declined prompt, the extension is not tried again.
        this.#extendProblem = error instanceof Error ? error.message : String(error);
        this.#onPoll(undefined);
      }
    }
  }

  #needsExtension(stored: StoredTransaction): boolean {
    const isOpen = this.#phase !== undefined && isTransactionOpen(this.#phase);
    return isOpen && this.isBusy && this.#extendProblem === undefined && this.#services.isExtended(stored);
  }

  /** Returns the maximum time in milliseconds until the transaction's next poll, or undefined if there is no limit. */
  #maxWaitMs(): number | undefined {
    const expiry = this.#transaction && expiryOf(this.#transaction);
    if (expiry === undefined || this.#phase === undefined || !isTransactionOpen(this.#phase)) {
      return undefined;
    }
    const untilExpiry = expiry - this.#services.clock.now();
    return this.#needsExtension(this.#stored()) ? untilExpiry - extendBeforeMs : untilExpiry + 500;
  }
}
