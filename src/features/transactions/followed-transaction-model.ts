import type { Clock } from "../../base/clock.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transaction-schemas.ts";
import { PollBackoff } from "./poll-backoff-model.ts";
import type { StoredTransaction, TransactionReference } from "./stored-transaction.ts";
import {
  expiryOf,
  isJobRunning,
  isTransactionOpen,
  type TransactionPhase,
  transactionPhase,
} from "./transaction-details-model.ts";

/** A job that runs must not meet the expiry before the next look. */
const extendBeforeMs = 120_000;

/** What is asked of the service; `isWhole` asks for each tenant, too. */
export interface TransactionCalls {
  transaction(place: TransactionReference, isWhole: boolean, signal: AbortSignal): Promise<SqlTransaction>;
  job(place: TransactionReference, jobId: string, isWhole: boolean, signal: AbortSignal): Promise<SqlJobStatus>;
  extend(place: TransactionReference, seconds: number, signal: AbortSignal): Promise<SqlTransaction>;
}

export interface FollowServices {
  readonly clock: Clock;
  /** Gives a number in [0, 1). */
  readonly random: () => number;
  readonly calls: TransactionCalls;
  /** Whether the editor extends it while a job runs. */
  isExtended(stored: StoredTransaction): boolean;
  extendBySeconds(): number;
}

/** What one look told. */
export interface PollResult {
  /** Nothing was known before. */
  readonly isFirst: boolean;
  /** The transaction is not open any more, and was not known to have ended. */
  readonly isEnd: boolean;
  /** Jobs that are known to have ended since this window follows them. */
  readonly endedJobs: readonly SqlJobStatus[];
}

/** Looks that may fail in a row while nobody sees it. */
const mostFailures = 10;

/** A transaction that is looked at while somebody sees it or a job of it runs. */
export class FollowedTransaction {
  readonly #services: FollowServices;
  readonly #stored: () => StoredTransaction;
  readonly #heard: (look: PollResult | undefined) => void;
  readonly #stopped = new AbortController();
  readonly #jobs = new Map<string, SqlJobStatus>();
  /** Jobs of which nothing new will come. */
  readonly #settled = new Set<string>();
  /** Jobs that had been noted before this window began: how they ended is no news unless they were seen running. */
  readonly #old: ReadonlySet<string>;
  #transaction: SqlTransaction | undefined;
  #phase: TransactionPhase | undefined;
  #problem: string | undefined;
  #extendProblem: string | undefined;
  #failures = 0;
  /** What a reader was shown last. */
  #text = "";
  #isWatched = false;
  #isWhole = false;
  #isFollowing = false;
  /** A look is wanted whoever sees it. */
  #isStale = false;
  #sleep: AbortController | undefined;

  /** `heard` is told of each look that shows something else; of a failed look with nothing. */
  constructor(
    stored: () => StoredTransaction,
    services: FollowServices,
    heard: (look: PollResult | undefined) => void,
  ) {
    this.#services = services;
    this.#stored = stored;
    this.#heard = heard;
    this.#old = new Set(stored().jobIds);
    this.#phase = stored().end;
  }

  /** As of the last look; `undefined` before the first. */
  get transaction(): SqlTransaction | undefined {
    return this.#transaction;
  }

  /** `undefined` while nothing is known. */
  get phase(): TransactionPhase | undefined {
    return this.#phase;
  }

  get jobs(): ReadonlyMap<string, SqlJobStatus> {
    return this.#jobs;
  }

  /** Why the last look failed. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Why it could not be extended. */
  get extendProblem(): string | undefined {
    return this.#extendProblem;
  }

  /** Whether a job waits or runs, as far as is known. */
  get isBusy(): boolean {
    return this.#stored().jobIds.some((id) => {
      const status = this.#jobs.get(id);
      return !this.#settled.has(id) && (status === undefined ? !this.#old.has(id) : isJobRunning(status));
    });
  }

  /** Somebody sees its line. */
  setWatched(isWatched: boolean): void {
    this.#isWatched = isWatched;
    this.#begin();
  }

  /** Somebody sees its tenants. */
  setWhole(isWhole: boolean): void {
    if (isWhole && !this.#isWhole) {
      this.#isStale = true;
      this.#settled.clear();
    }
    this.#isWhole = isWhole;
    this.#wake();
  }

  /** Looks at once: something has been done with it. */
  look(): void {
    this.#isStale = true;
    this.#failures = 0;
    this.#wake();
  }

  /** Takes what an operation answered as a look. */
  take(transaction: SqlTransaction): void {
    this.#see(transaction, [], false);
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
    const isSeen = this.#isWatched || this.#isWhole;
    const isOpen = this.#phase === undefined || isTransactionOpen(this.#phase);
    return this.#isStale || this.isBusy ? isSeen || this.#failures < mostFailures : isSeen && isOpen;
  }

  async #follow(): Promise<void> {
    const pace = new PollBackoff(this.#services.random);
    const { signal } = this.#stopped;
    while (this.#isNeeded()) {
      this.#isStale = false;
      const isChanged = await this.#lookOnce(signal);
      if (!this.#isStale && this.#isNeeded()) {
        this.#sleep = new AbortController();
        await this.#services.clock
          .sleep(pace.next(isChanged, this.#neededIn()), this.#sleep.signal)
          .catch(() => undefined);
      }
    }
    this.#isFollowing = false;
  }

  async #lookOnce(signal: AbortSignal): Promise<boolean> {
    const { calls } = this.#services;
    const stored = this.#stored();
    try {
      const transaction = await calls.transaction(stored, this.#isWhole, signal);
      const endedJobs = await this.#lookAtJobs(stored, signal);
      const isChanged = this.#see(transaction, endedJobs, true);
      await this.#extendInTime(stored, signal);
      return isChanged;
    } catch (error) {
      if (!signal.aborted) {
        this.#fail(error);
      }
      return false;
    }
  }

  async #lookAtJobs(stored: StoredTransaction, signal: AbortSignal): Promise<readonly SqlJobStatus[]> {
    const ended: SqlJobStatus[] = [];
    for (const jobId of stored.jobIds.filter((id) => !this.#settled.has(id))) {
      const before = this.#jobs.get(jobId);
      try {
        let status = await this.#services.calls.job(stored, jobId, this.#isWhole, signal);
        if (!isJobRunning(status)) {
          this.#settled.add(jobId);
          // Who failed, and why, is said only of each tenant.
          status = status.tenants ? status : await this.#services.calls.job(stored, jobId, true, signal);
          if (before ? isJobRunning(before) : !this.#old.has(jobId)) {
            ended.push({ ...status, jobId });
          }
        }
        this.#jobs.set(jobId, status);
      } catch (error) {
        if (!isMissing(error)) {
          throw error;
        }
        this.#settled.add(jobId);
      }
    }
    return ended;
  }

  /** Whether a reader would see a difference. */
  #see(transaction: SqlTransaction, endedJobs: readonly SqlJobStatus[], isLook: boolean): boolean {
    const before = this.#phase;
    const isFirst = this.#transaction === undefined;
    const phase = transactionPhase(transaction);
    const text = JSON.stringify([transaction, [...this.#jobs]]);
    const isChanged = text !== this.#text || this.#problem !== undefined;
    this.#text = text;
    this.#transaction = transaction;
    this.#phase = phase;
    this.#problem = undefined;
    this.#failures = 0;
    if (isChanged || !isLook) {
      const isEnd = !isTransactionOpen(phase) && (before === undefined || isTransactionOpen(before));
      this.#heard({ isFirst, isEnd, endedJobs });
    }
    return isChanged;
  }

  #fail(error: unknown): void {
    this.#failures++;
    if (isMissing(error)) {
      const isEnd = this.#phase === undefined || isTransactionOpen(this.#phase);
      this.#phase = isEnd ? "gone" : this.#phase;
      this.#problem = undefined;
      for (const jobId of this.#stored().jobIds) {
        this.#settled.add(jobId);
      }
      this.#heard({ isFirst: this.#transaction === undefined, isEnd, endedJobs: [] });
      return;
    }
    const problem = error instanceof Error ? error.message : String(error);
    if (problem !== this.#problem) {
      this.#problem = problem;
      this.#heard(undefined);
    }
  }

  async #extendInTime(stored: StoredTransaction, signal: AbortSignal): Promise<void> {
    const { clock, calls, extendBySeconds } = this.#services;
    const expiry = this.#transaction && expiryOf(this.#transaction);
    if (!this.#isKept(stored) || expiry === undefined || expiry - clock.now() > extendBeforeMs) {
      return;
    }
    try {
      this.#see(await calls.extend(stored, extendBySeconds(), signal), [], false);
      this.#extendProblem = undefined;
    } catch (error) {
      if (!signal.aborted) {
        // A person who said no is not asked again and again.
        this.#extendProblem = error instanceof Error ? error.message : String(error);
        this.#heard(undefined);
      }
    }
  }

  #isKept(stored: StoredTransaction): boolean {
    const isOpen = this.#phase !== undefined && isTransactionOpen(this.#phase);
    return isOpen && this.isBusy && this.#extendProblem === undefined && this.#services.isExtended(stored);
  }

  /** Milliseconds until the next look is needed at the latest. */
  #neededIn(): number | undefined {
    const expiry = this.#transaction && expiryOf(this.#transaction);
    if (expiry === undefined || this.#phase === undefined || !isTransactionOpen(this.#phase)) {
      return undefined;
    }
    const untilExpiry = expiry - this.#services.clock.now();
    return this.#isKept(this.#stored()) ? untilExpiry - extendBeforeMs : untilExpiry + 500;
  }
}

/** The client's own errors come from a file of its own, where they have another identity. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && error.name === "StatusError" && "status" in error && error.status === 404;
}
