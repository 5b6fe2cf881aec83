import { type Event, EventSource } from "../../base/event.ts";
import { isRecord } from "../../base/guards.ts";
import {
  type StoredTransaction,
  type StoredTransactionDetails,
  type StoredTransactionIds,
  type TransactionEnd,
  type TransactionReference,
  type TransactionUpdate,
  transactionKey,
} from "./stored-transaction.ts";

/** Storage of known transactions: ids for all machines, details for this workspace. */
export interface TransactionStorage {
  readIds(): unknown;
  writeIds(ids: readonly StoredTransactionIds[]): Promise<void>;
  readDetails(): unknown;
  writeDetails(details: Readonly<Record<string, StoredTransactionDetails>>): Promise<void>;
}

/** Maximum number of ended transactions to store. The oldest ones beyond it are removed. */
const maxEnded = 20;
const noDetails: StoredTransactionDetails = { tables: [], inputs: [], jobs: [] };

/**
 * List of the transactions that the extension knows. Each change first rereads the storage, because other windows write
 * to it, too.
 */
export class StoredTransactions {
  readonly #store: TransactionStorage;
  readonly #now: () => number;
  readonly #changed = new EventSource<void>();

  constructor(store: TransactionStorage, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Returns the stored transactions, newest first. */
  list(): readonly StoredTransaction[] {
    const details = this.#details();
    return this.#ids()
      .map((ids) => ({ ...(details[transactionKey(ids)] ?? noDetails), ...ids }))
      .sort((one, other) => other.storedAt - one.storedAt);
  }

  find(key: string): StoredTransaction | undefined {
    return this.list().find((stored) => transactionKey(stored) === key);
  }

  /** Stores a transaction or new details of it. Returns its key. */
  async save(save: TransactionUpdate): Promise<string> {
    const { connectionId, tenant, transactionId, tables, label, inputs = [], job } = save;
    const reference: TransactionReference = { connectionId, transactionId, ...(tenant !== undefined && { tenant }) };
    const key = transactionKey(reference);
    const known = this.find(key);
    const jobIds = new Set([...(known?.jobIds ?? []), ...(job ? [job.jobId] : [])]);
    const before = known ?? noDetails;
    await this.#writeDetails(key, {
      ...before,
      tables: tables ?? before.tables,
      inputs: [...new Set([...before.inputs, ...inputs])],
      jobs: job ? [...before.jobs.filter(({ jobId }) => jobId !== job.jobId), job] : before.jobs,
      ...(label !== undefined && { label }),
    });
    await this.#writeIds(key, {
      ...known,
      ...reference,
      jobIds: [...jobIds],
      storedAt: known?.storedAt ?? this.#now(),
    });
    this.#changed.fire();
    return key;
  }

  async saveEnd(key: string, end: TransactionEnd): Promise<void> {
    const known = this.find(key);
    if (known && known.end !== end) {
      await this.#writeIds(key, { ...known, end });
      this.#changed.fire();
    }
  }

  async saveExtension(key: string, isExtended: boolean): Promise<void> {
    const known = this.find(key);
    if (known) {
      await this.#writeDetails(key, { ...known, isExtended });
      this.#changed.fire();
    }
  }

  /** Removes transactions from the stored list. The transactions at the service are not changed. */
  async forget(keys: readonly string[]): Promise<void> {
    await this.#store.writeIds(this.#ids().filter((ids) => !keys.includes(transactionKey(ids))));
    const details = Object.entries(this.#details()).filter(([key]) => !keys.includes(key));
    await this.#store.writeDetails(Object.fromEntries(details));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #ids(): readonly StoredTransactionIds[] {
    const stored = this.#store.readIds();
    return Array.isArray(stored) ? stored.filter(isStoredIds) : [];
  }

  #details(): Readonly<Record<string, StoredTransactionDetails>> {
    const stored = this.#store.readDetails();
    return isRecord(stored) ? (stored as Record<string, StoredTransactionDetails>) : {};
  }

  async #writeIds(
    key: string,
    { connectionId, tenant, transactionId, jobIds, storedAt, end }: StoredTransactionIds,
  ): Promise<void> {
    const ids: StoredTransactionIds = {
      connectionId,
      transactionId,
      jobIds,
      storedAt,
      ...(tenant !== undefined && { tenant }),
      ...(end !== undefined && { end }),
    };
    const all = [...this.#ids().filter((other) => transactionKey(other) !== key), ids];
    const ended = all.filter((one) => one.end !== undefined).sort((one, other) => other.storedAt - one.storedAt);
    const dropped = new Set(ended.slice(maxEnded));
    const kept = all.filter((one) => !dropped.has(one));
    await this.#store.writeIds(kept);
    if (dropped.size > 0) {
      const keys = new Set(kept.map(transactionKey));
      const details = Object.entries(this.#details()).filter(([one]) => keys.has(one));
      await this.#store.writeDetails(Object.fromEntries(details));
    }
  }

  async #writeDetails(key: string, details: StoredTransactionDetails): Promise<void> {
    const { tables, inputs, jobs, label, isExtended } = details;
    await this.#store.writeDetails({
      ...this.#details(),
      [key]: {
        tables,
        inputs,
        jobs,
        ...(label !== undefined && { label }),
        ...(isExtended !== undefined && { isExtended }),
      },
    });
  }
}

/** Whether a stored entry contains valid transaction ids. Rejects damaged entries and those of other versions. */
function isStoredIds(value: unknown): value is StoredTransactionIds {
  if (!isRecord(value)) {
    return false;
  }
  const { connectionId, tenant, transactionId, jobIds, storedAt } = value as Record<string, unknown>;
  return (
    typeof connectionId === "string" &&
    (tenant === undefined || typeof tenant === "string") &&
    typeof transactionId === "string" &&
    Array.isArray(jobIds) &&
    jobIds.every((id) => typeof id === "string") &&
    typeof storedAt === "number"
  );
}
