import { TaskQueue } from "../../base/task-queue.ts";
import type { SqlTransactionStore, StoredTransactionPart, TransactionPart } from "../store/sql-transaction-store.ts";
import type {
  JobOutputRecord,
  JobRecord,
  JobRunRecord,
  TransactionFileRecord,
  TransactionRecord,
  TransactionTenantRecord,
} from "./transaction-record.ts";

/** Changes to a transaction that are applied together. `record` has only the fields that change. */
export interface TransactionChange {
  readonly record?: Partial<TransactionRecord>;
  readonly tenants?: readonly TransactionTenantRecord[];
  readonly inputs?: readonly TransactionFileRecord[];
  readonly outputs?: readonly JobOutputRecord[];
  readonly jobs?: readonly JobRecord[];
  readonly runs?: readonly JobRunRecord[];
}

const fileKinds = ["input", "output"];

/** A SQL transaction with its tenants, files and jobs. It is held in memory and saved to disk after each change. */
export class SqlTransaction {
  readonly #store: SqlTransactionStore;
  #record: TransactionRecord;
  readonly #tenants = new Map<string, TransactionTenantRecord>();
  readonly #inputs = new Map<string, TransactionFileRecord>();
  readonly #outputs = new Map<string, JobOutputRecord>();
  readonly #jobs = new Map<string, JobRecord>();
  readonly #runs = new Map<string, JobRunRecord>();
  /** Changed parts that are not saved yet, by kind and key. */
  #unsaved = new Map<string, TransactionPart>();
  readonly #saves = new TaskQueue();

  private constructor(store: SqlTransactionStore, record: TransactionRecord) {
    this.#store = store;
    this.#record = record;
  }

  static async start(store: SqlTransactionStore, record: TransactionRecord): Promise<SqlTransaction> {
    const transaction = new SqlTransaction(store, record);
    await transaction.change({ record });
    return transaction;
  }

  /** Restores a transaction from its stored parts. Returns undefined if its record is missing. */
  static restore(store: SqlTransactionStore, parts: readonly StoredTransactionPart[]): SqlTransaction | undefined {
    const documentsOf = <Value>(kind: string) =>
      parts.filter((part) => part.kind === kind).map((part) => part.document as Value);
    const [record] = documentsOf<TransactionRecord>("record");
    if (!record) {
      return undefined;
    }
    const transaction = new SqlTransaction(store, record);
    transaction.#apply({
      tenants: documentsOf("tenant"),
      inputs: documentsOf("input"),
      outputs: documentsOf("output"),
      jobs: documentsOf("job"),
      runs: documentsOf("run"),
    });
    return transaction;
  }

  get record(): TransactionRecord {
    return this.#record;
  }

  get id(): string {
    return this.#record.id;
  }

  /** Whether jobs may run in the transaction. */
  get isOpen(): boolean {
    return this.#record.closedAt === undefined;
  }

  tenant(code: string): TransactionTenantRecord | undefined {
    return this.#tenants.get(code);
  }

  /** Returns the tenants of the transaction, in the order in which they were added. */
  tenants(): TransactionTenantRecord[] {
    return [...this.#tenants.values()].sort((one, other) => one.startedAt - other.startedAt);
  }

  input(tenant: string, name: string): TransactionFileRecord | undefined {
    return this.#inputs.get(fileKey({ tenant, name }));
  }

  inputs(): TransactionFileRecord[] {
    return [...this.#inputs.values()];
  }

  output(tenant: string, name: string): JobOutputRecord | undefined {
    return this.#outputs.get(fileKey({ tenant, name }));
  }

  outputs(): JobOutputRecord[] {
    return [...this.#outputs.values()];
  }

  job(id: string): JobRecord | undefined {
    return this.#jobs.get(id);
  }

  /** Whether the transaction has a job with this id, as a whole or in one tenant. */
  hasJob(id: string): boolean {
    return this.#jobs.has(id) || this.#runs.has(id);
  }

  /** Returns the jobs of the transaction, in the order of their requests. */
  jobs(): JobRecord[] {
    return [...this.#jobs.values()].sort((one, other) => one.ordinal - other.ordinal);
  }

  /** Returns the runs of a job, one for each tenant, in the order of the request. */
  runs(job: string): JobRunRecord[] {
    return [...this.#runs.values()].filter((run) => run.job === job).sort((one, other) => one.ordinal - other.ordinal);
  }

  /** Applies a change at once and saves it to disk. After a crash, the change is saved completely or not at all. */
  change(change: TransactionChange): Promise<void> {
    this.changeInMemory(change);
    return this.#saves.run(() => this.#save());
  }

  /**
   * Like `change`, but does not wait for the disk. The next call of `change` waits for it, and saves it again if that
   * failed.
   */
  changeInBackground(change: TransactionChange): void {
    this.change(change).catch(() => undefined);
  }

  /** Applies a change in memory only. The next change saves it. For state that a restart can determine without it. */
  changeInMemory(change: TransactionChange): void {
    this.#apply(change);
    for (const part of this.#partsOf(change)) {
      this.#unsaved.set(`${part.kind}/${part.key}`, part);
    }
  }

  /** Waits until pending saves have ended, successfully or not. */
  async settle(): Promise<void> {
    await this.#saves.settled();
  }

  async removeFiles(): Promise<void> {
    this.#inputs.clear();
    this.#outputs.clear();
    await this.#store.removeKinds(this.id, fileKinds);
  }

  async #save(): Promise<void> {
    const parts = this.#unsaved;
    this.#unsaved = new Map();
    try {
      if (parts.size > 0) {
        await this.#store.save(this.id, [...parts.values()]);
      }
    } catch (error) {
      // The next change saves them again, unless newer values have replaced them.
      this.#unsaved = new Map([...parts, ...this.#unsaved]);
      throw error;
    }
  }

  #apply({ record, tenants = [], inputs = [], outputs = [], jobs = [], runs = [] }: TransactionChange): void {
    this.#record = { ...this.#record, ...record };
    for (const tenant of tenants) {
      this.#tenants.set(tenant.tenant, tenant);
    }
    for (const input of inputs) {
      this.#inputs.set(fileKey(input), input);
    }
    for (const output of outputs) {
      this.#outputs.set(fileKey(output), output);
    }
    for (const job of jobs) {
      this.#jobs.set(job.id, job);
    }
    for (const run of runs) {
      this.#runs.set(run.id, run);
    }
  }

  #partsOf({ record, tenants = [], inputs = [], outputs = [], jobs = [], runs = [] }: TransactionChange) {
    const part = (kind: string, key: string, document: unknown): TransactionPart => ({ kind, key, document });
    return [
      ...(record ? [part("record", "", this.#record)] : []),
      ...tenants.map((tenant) => part("tenant", tenant.tenant, tenant)),
      ...inputs.map((input) => part("input", fileKey(input), input)),
      ...outputs.map((output) => part("output", fileKey(output), output)),
      ...jobs.map((job) => part("job", job.id, job)),
      ...runs.map((run) => part("run", run.id, run)),
    ];
  }
}

/** Key of a file; unambiguous, because a tenant code contains no `/`. */
function fileKey({ tenant, name }: Pick<TransactionFileRecord, "tenant" | "name">): string {
  return `${tenant}/${name}`;
}
