import { JobFailure } from "../jobs/job-failure.ts";
import { retryPauseMs, Scheduler } from "../jobs/scheduler.ts";
import type { JobEnvironment } from "./job-environment.ts";
import type { JobQueue } from "./job-queue.ts";
import { rollBackInTenant } from "./resolve-tenant.ts";
import type { SqlTransaction } from "./sql-transaction.ts";

/**
 * Expires SQL transactions: rolls back open ones and removes their inputs and outputs. An expiry that fails is repeated
 * until it succeeds, because the tables of the transaction are locked until then.
 */
export class TransactionExpiry {
  readonly #transactions: () => Iterable<SqlTransaction>;
  readonly #queue: JobQueue;
  readonly #environment: JobEnvironment;
  readonly #expiring = new Map<string, Promise<void>>();
  /** Times of the next attempts, by transaction, after expiries that failed. */
  readonly #retryAt = new Map<string, number>();
  readonly #alarm: Scheduler;

  constructor(transactions: () => Iterable<SqlTransaction>, queue: JobQueue, environment: JobEnvironment) {
    this.#transactions = transactions;
    this.#queue = queue;
    this.#environment = environment;
    this.#alarm = new Scheduler(
      environment.clock,
      () => this.#nextTime(),
      () => this.#expireDue(),
    );
  }

  /** Determines the next expiry time again. Call it when a transaction was added or its expiry time has changed. */
  reset(): void {
    this.#alarm.reset();
  }

  /** Expires a transaction if its time is over. Resolves when only the record of the transaction is left. */
  async expireIfDue(transaction: SqlTransaction): Promise<void> {
    const { id } = transaction;
    const { clock } = this.#environment;
    const isDue = (this.#timeOf(transaction) ?? Number.POSITIVE_INFINITY) <= clock.now();
    const expiring = this.#expiring.get(id) ?? (isDue ? this.#expire(transaction) : undefined);
    if (!expiring) {
      return;
    }
    this.#expiring.set(id, expiring);
    try {
      await expiring;
      this.#retryAt.delete(id);
    } catch (error) {
      this.#retryAt.set(id, clock.now() + retryPauseMs);
      throw error;
    } finally {
      this.#expiring.delete(id);
    }
  }

  async close(): Promise<void> {
    await this.#alarm.close();
  }

  #nextTime(): number | undefined {
    const times = [...this.#transactions()].flatMap((transaction) => this.#timeOf(transaction) ?? []);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Returns the time of a transaction's expiry or of its next attempt. Undefined if the transaction has expired. */
  #timeOf({ id, record }: SqlTransaction): number | undefined {
    return record.isExpired ? undefined : (this.#retryAt.get(id) ?? record.expireAt);
  }

  async #expireDue(): Promise<void> {
    for (const transaction of this.#transactions()) {
      await this.expireIfDue(transaction).catch(this.#environment.onFailure);
    }
  }

  async #expire(transaction: SqlTransaction): Promise<void> {
    const { clock, files } = this.#environment;
    const reason = new JobFailure("The transaction has expired; start another one and extend it in time.");
    // Again for a job that was added while others ended.
    while (this.#queue.has(transaction)) {
      this.#queue.stop(transaction, reason);
      await this.#queue.idle(transaction);
    }
    await transaction.change({ record: { closedAt: transaction.record.closedAt ?? clock.now() } });
    for (const { tenant } of transaction.tenants()) {
      await rollBackInTenant(transaction, tenant, this.#environment);
    }
    await transaction.removeFiles();
    await files.removeAll(transaction.id);
    // Last, so that the next attempt, or the next start of the service, does what is left.
    await transaction.change({ record: { isExpired: true } });
  }
}
