import { type Event, EventSource } from "../../base/event.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import { FollowedTransaction, type FollowServices, type PollResult } from "./followed-transaction-model.ts";
import { type StoredTransaction, type TransactionEnd, transactionKey } from "./stored-transaction.ts";
import type { StoredTransactions } from "./stored-transactions-model.ts";
import { isJobRunning, isTransactionOpen } from "./transaction-details-model.ts";

/** Stored transaction together with its polled state. */
export interface WatchedTransaction {
  readonly key: string;
  readonly stored: StoredTransaction;
  readonly followed: FollowedTransaction;
}

export interface EndedTransaction {
  readonly watched: WatchedTransaction;
  readonly end: TransactionEnd;
  /** Whether the transaction had already ended at the first poll. */
  readonly isFirst: boolean;
}

export interface EndedJob {
  readonly watched: WatchedTransaction;
  readonly job: SqlJobStatus;
}

/**
 * List of stored transactions that are polled: those of the active connection while the tree is visible, and any in
 * which a job runs.
 */
export class TransactionsModel {
  readonly #stored: StoredTransactions;
  readonly #services: FollowServices;
  readonly #followed = new Map<string, FollowedTransaction>();
  readonly #changed = new EventSource<string | undefined>();
  readonly #ended = new EventSource<EndedTransaction>();
  readonly #jobEnded = new EventSource<EndedJob>();
  readonly #subscription: { dispose(): void };
  readonly #activeConnection: () => string;
  #isVisible = false;

  constructor(stored: StoredTransactions, services: FollowServices, activeConnection: () => string) {
    this.#stored = stored;
    this.#services = services;
    this.#activeConnection = activeConnection;
    this.#subscription = stored.onDidChange(() => this.refreshList());
  }

  /**
   * Fires when a transaction has changed, with its key. If the list of transactions changed, the value is undefined.
   */
  get onDidChange(): Event<string | undefined> {
    return this.#changed.event;
  }

  get onDidEnd(): Event<EndedTransaction> {
    return this.#ended.event;
  }

  /** Fires when a job of a polled transaction ends. */
  get onDidEndJob(): Event<EndedJob> {
    return this.#jobEnded.event;
  }

  /** Returns the transactions of the active connection, newest first. */
  list(): readonly WatchedTransaction[] {
    const active = this.#activeConnection();
    return this.#stored.list().flatMap((stored) => {
      const watched = stored.connectionId === active ? this.find(transactionKey(stored)) : undefined;
      return watched ? [watched] : [];
    });
  }

  find(key: string): WatchedTransaction | undefined {
    const stored = this.#stored.find(key);
    return stored && { key, stored, followed: this.#follow(key, stored) };
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#watch();
  }

  /** Updates the set of polled transactions after a change of the stored list or of the active connection. */
  refreshList(): void {
    const keys = new Set(this.#stored.list().map(transactionKey));
    for (const [key, followed] of this.#followed) {
      if (keys.has(key)) {
        followed.setVisible(false);
      } else {
        followed.stop();
        this.#followed.delete(key);
      }
    }
    this.#watch();
    this.#changed.fire(undefined);
  }

  /**
   * Polls the stored transactions of this workspace that are not known to have ended. They may still run a job, or may
   * have expired.
   */
  pollOpen(): void {
    for (const stored of this.#stored.list()) {
      if (
        stored.end === undefined &&
        (stored.jobs.length > 0 || stored.tables.length > 0 || stored.label !== undefined)
      ) {
        this.find(transactionKey(stored))?.followed.poll();
      }
    }
  }

  pollAll(): void {
    for (const { followed } of this.list()) {
      followed.poll();
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const followed of this.#followed.values()) {
      followed.stop();
    }
    this.#changed.dispose();
    this.#ended.dispose();
    this.#jobEnded.dispose();
  }

  #watch(): void {
    for (const { followed } of this.list()) {
      followed.setVisible(this.#isVisible);
    }
  }

  #follow(key: string, stored: StoredTransaction): FollowedTransaction {
    let followed = this.#followed.get(key);
    if (!followed) {
      followed = new FollowedTransaction(
        () => this.#stored.find(key) ?? stored,
        this.#services,
        (poll) => this.#handlePoll(key, poll),
      );
      this.#followed.set(key, followed);
    }
    return followed;
  }

  #handlePoll(key: string, poll: PollResult | undefined): void {
    const watched = this.find(key);
    if (!watched) {
      return;
    }
    for (const job of poll?.endedJobs ?? []) {
      this.#jobEnded.fire({ watched, job });
    }
    const { phase } = watched.followed;
    if (poll?.hasEnded && phase !== undefined && !isTransactionOpen(phase)) {
      const { isFirst } = poll;
      void this.#stored.saveEnd(key, phase);
      this.#ended.fire({ watched, end: phase, isFirst });
    }
    this.#changed.fire(key);
  }
}

/**
 * Waits for the end of a job in a polled transaction. Rejects with the signal's reason, or if the service no longer
 * knows the transaction.
 */
export function waitForJobEnd(
  model: TransactionsModel,
  key: string,
  jobId: string,
  signal: AbortSignal,
): Promise<SqlJobStatus> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const watched = model.find(key);
      const status = watched?.followed.jobs.get(jobId);
      if (status && !isJobRunning(status)) {
        finish(() => resolve(status));
      } else if (!watched || watched.followed.phase === "gone") {
        finish(() =>
          reject(new Error("The transaction is not known any more, so the outcome of the job cannot be read.")),
        );
      }
    };
    const subscription = model.onDidChange(check);
    const onAbort = () => finish(() => reject(signal.reason));
    const finish = (settle: () => void) => {
      subscription.dispose();
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) {
      onAbort();
    } else {
      check();
    }
  });
}
