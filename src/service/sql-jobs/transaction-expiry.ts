import { JobFailure } from "../jobs/job-failure.ts";
import { Scheduler } from "../jobs/scheduler.ts";
import type { JobEnvironment } from "./job-environment.ts";
import type { JobQueue } from "./job-queue.ts";
import { rollBackInTenant } from "./resolve-tenant.ts";
import type { SqlTransaction } from "./sql-transaction.ts";

/** Expires SQL transactions: rolls back open ones and removes their inputs and outputs. */
export class TransactionExpiry {
  readonly #transactions: () => Iterable<SqlTransaction>;
  readonly #queue: JobQueue;
  readonly #environment: JobEnvironment;
  readonly #expiring = new Map<string, Promise<void>>();
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
    const { expireAt, isExpired } = transaction.record;
    const isDue = !isExpired && expireAt <= this.#environment.clock.now();
    const expiring = this.#expiring.get(transaction.id) ?? (isDue ? this.#expire(transaction) : undefined);
    if (!expiring) {
      return;
    }
    this.#expiring.set(transaction.id, expiring);
    try {
      await expiring;
    } finally {
      this.#expiring.delete(transaction.id);
    }
  }

  async close(): Promise<void> {
    await this.#alarm.close();
  }

  #nextTime(): number | undefined {
    const times = [...this.#transactions()].flatMap(({ record }) => (record.isExpired ? [] : [record.expireAt]));
    return times.length > 0 ? Math.min(...times) : undefined;
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
    // Before the rest, because a failure below must not be repeated endlessly.
    await transaction.change({ record: { isExpired: true, closedAt: transaction.record.closedAt ?? clock.now() } });
    for (const { tenant } of transaction.tenants()) {
      await rollBackInTenant(transaction, tenant, this.#environment);
    }
    await transaction.removeFiles();
    await files.removeAll(transaction.id);
  }
}
