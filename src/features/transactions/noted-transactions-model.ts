import { type Event, EventSource } from "../../base/event.ts";
import { isRecord } from "../../base/guards.ts";
import {
  type NotedDetails,
  type NotedIds,
  type NotedTransaction,
  type TransactionEnd,
  type TransactionNote,
  type TransactionPlace,
  transactionKey,
} from "./noted-transaction.ts";

/** Keeps what is noted; the ids for every machine, the details for this workspace. */
export interface NoteStore {
  readIds(): unknown;
  writeIds(ids: readonly NotedIds[]): Promise<void>;
  readDetails(): unknown;
  writeDetails(details: Readonly<Record<string, NotedDetails>>): Promise<void>;
}

/** Transactions that are kept although they have ended, the newest. */
const mostEnded = 20;
const noDetails: NotedDetails = { tables: [], inputs: [], jobs: [] };

/** The transactions that the editor knows of. Each change is made to what is stored by then, by whatever window. */
export class NotedTransactions {
  readonly #store: NoteStore;
  readonly #now: () => number;
  readonly #changed = new EventSource<void>();

  constructor(store: NoteStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** The newest first. */
  list(): readonly NotedTransaction[] {
    const details = this.#details();
    return this.#ids()
      .map((ids) => ({ ...(details[transactionKey(ids)] ?? noDetails), ...ids }))
      .sort((one, other) => other.notedAt - one.notedAt);
  }

  find(key: string): NotedTransaction | undefined {
    return this.list().find((noted) => transactionKey(noted) === key);
  }

  /** Gives the key. */
  async note(note: TransactionNote): Promise<string> {
    const { connectionId, tenant, transactionId, tables, label, inputs = [], job } = note;
    const place: TransactionPlace = { connectionId, transactionId, ...(tenant !== undefined && { tenant }) };
    const key = transactionKey(place);
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
    await this.#writeIds(key, { ...known, ...place, jobIds: [...jobIds], notedAt: known?.notedAt ?? this.#now() });
    this.#changed.fire();
    return key;
  }

  async noteEnd(key: string, end: TransactionEnd): Promise<void> {
    const known = this.find(key);
    if (known && known.end !== end) {
      await this.#writeIds(key, { ...known, end });
      this.#changed.fire();
    }
  }

  async noteExtended(key: string, isExtended: boolean): Promise<void> {
    const known = this.find(key);
    if (known) {
      await this.#writeDetails(key, { ...known, isExtended });
      this.#changed.fire();
    }
  }

  /** Leaves them out of the list; the service goes on with them. */
  async forget(keys: readonly string[]): Promise<void> {
    await this.#store.writeIds(this.#ids().filter((ids) => !keys.includes(transactionKey(ids))));
    const details = Object.entries(this.#details()).filter(([key]) => !keys.includes(key));
    await this.#store.writeDetails(Object.fromEntries(details));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #ids(): readonly NotedIds[] {
    const stored = this.#store.readIds();
    return Array.isArray(stored) ? stored.filter(isNotedIds) : [];
  }

  #details(): Readonly<Record<string, NotedDetails>> {
    const stored = this.#store.readDetails();
    return isRecord(stored) ? (stored as Record<string, NotedDetails>) : {};
  }

  async #writeIds(key: string, { connectionId, tenant, transactionId, jobIds, notedAt, end }: NotedIds): Promise<void> {
    const ids: NotedIds = {
      connectionId,
      transactionId,
      jobIds,
      notedAt,
      ...(tenant !== undefined && { tenant }),
      ...(end !== undefined && { end }),
    };
    const all = [...this.#ids().filter((other) => transactionKey(other) !== key), ids];
    const ended = all.filter((one) => one.end !== undefined).sort((one, other) => other.notedAt - one.notedAt);
    const dropped = new Set(ended.slice(mostEnded));
    const kept = all.filter((one) => !dropped.has(one));
    await this.#store.writeIds(kept);
    if (dropped.size > 0) {
      const keys = new Set(kept.map(transactionKey));
      const details = Object.entries(this.#details()).filter(([one]) => keys.has(one));
      await this.#store.writeDetails(Object.fromEntries(details));
    }
  }

  async #writeDetails(key: string, details: NotedDetails): Promise<void> {
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

/** A damaged entry, or one of another version, is left out. */
function isNotedIds(value: unknown): value is NotedIds {
  if (!isRecord(value)) {
    return false;
  }
  const { connectionId, tenant, transactionId, jobIds, notedAt } = value as Record<string, unknown>;
  return (
    typeof connectionId === "string" &&
    (tenant === undefined || typeof tenant === "string") &&
    typeof transactionId === "string" &&
    Array.isArray(jobIds) &&
    jobIds.every((id) => typeof id === "string") &&
    typeof notedAt === "number"
  );
}
