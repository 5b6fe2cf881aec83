import { type Event, EventSource } from "../../base/event.ts";
import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import { FollowedTransaction, type FollowServices, type Look } from "./followed-transaction-model.ts";
import { type NotedTransaction, type TransactionEnd, transactionKey } from "./noted-transaction.ts";
import type { NotedTransactions } from "./noted-transactions-model.ts";
import { isTransactionOpen } from "./transaction-facts-model.ts";

/** A transaction with what is seen of it. */
export interface SeenTransaction {
  readonly key: string;
  readonly noted: NotedTransaction;
  readonly followed: FollowedTransaction;
}

export interface EndedTransaction {
  readonly seen: SeenTransaction;
  readonly end: TransactionEnd;
  /** It was found so at the first look. */
  readonly isFirst: boolean;
}

export interface EndedJob {
  readonly seen: SeenTransaction;
  readonly job: SqlJobStatus;
}

/** Follows the transactions that are noted: those of the active connection while somebody looks, and any in which a job runs. */
export class TransactionsModel {
  readonly #noted: NotedTransactions;
  readonly #services: FollowServices;
  readonly #followed = new Map<string, FollowedTransaction>();
  readonly #changed = new EventSource<string | undefined>();
  readonly #ended = new EventSource<EndedTransaction>();
  readonly #jobEnded = new EventSource<EndedJob>();
  readonly #subscription: { dispose(): void };
  readonly #activeConnection: () => string;
  #isVisible = false;

  constructor(noted: NotedTransactions, services: FollowServices, activeConnection: () => string) {
    this.#noted = noted;
    this.#services = services;
    this.#activeConnection = activeConnection;
    this.#subscription = noted.onDidChange(() => this.refreshList());
  }

  /** The key of the one that changed; `undefined` when the list did. */
  get onDidChange(): Event<string | undefined> {
    return this.#changed.event;
  }

  get onDidEnd(): Event<EndedTransaction> {
    return this.#ended.event;
  }

  /** A job has ended while it was followed. */
  get onDidEndJob(): Event<EndedJob> {
    return this.#jobEnded.event;
  }

  /** Those of the active connection, the newest first. */
  list(): readonly SeenTransaction[] {
    const active = this.#activeConnection();
    return this.#noted.list().flatMap((noted) => {
      const seen = noted.connectionId === active ? this.find(transactionKey(noted)) : undefined;
      return seen ? [seen] : [];
    });
  }

  find(key: string): SeenTransaction | undefined {
    const noted = this.#noted.find(key);
    return noted && { key, noted, followed: this.#follow(key, noted) };
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#watch();
  }

  /** The list, or the active connection, may be another one. */
  refreshList(): void {
    const keys = new Set(this.#noted.list().map(transactionKey));
    for (const [key, followed] of this.#followed) {
      if (keys.has(key)) {
        followed.setWatched(false);
      } else {
        followed.stop();
        this.#followed.delete(key);
      }
    }
    this.#watch();
    this.#changed.fire(undefined);
  }

  /** Looks at those that were noted here and not known to have ended: a job of theirs may run, or they may have expired. */
  findAgain(): void {
    for (const noted of this.#noted.list()) {
      if (noted.end === undefined && (noted.jobs.length > 0 || noted.tables.length > 0 || noted.label !== undefined)) {
        this.find(transactionKey(noted))?.followed.look();
      }
    }
  }

  lookAtAll(): void {
    for (const { followed } of this.list()) {
      followed.look();
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
      followed.setWatched(this.#isVisible);
    }
  }

  #follow(key: string, noted: NotedTransaction): FollowedTransaction {
    let followed = this.#followed.get(key);
    if (!followed) {
      followed = new FollowedTransaction(
        () => this.#noted.find(key) ?? noted,
        this.#services,
        (look) => this.#hear(key, look),
      );
      this.#followed.set(key, followed);
    }
    return followed;
  }

  #hear(key: string, look: Look | undefined): void {
    const seen = this.find(key);
    if (!seen) {
      return;
    }
    for (const job of look?.endedJobs ?? []) {
      this.#jobEnded.fire({ seen, job });
    }
    const { phase } = seen.followed;
    if (look?.isEnd && phase !== undefined && !isTransactionOpen(phase)) {
      const { isFirst } = look;
      void this.#noted.noteEnd(key, phase);
      this.#ended.fire({ seen, end: phase, isFirst });
    }
    this.#changed.fire(key);
  }
}
