import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { StartSqlTransactionRequest } from "../../contract/sql-transactions.ts";
import { type Caller, type CallTenant, HttpError } from "../call/call.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import { OwnedFiles } from "../store/owned-files.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import { SqlTransactionStore } from "../store/sql-transaction-store.ts";
import {
  checkWritesAreDeclared,
  readAccessibleTables,
  readTableAccess,
  resolveTablesToModify,
  type TableAccess,
} from "./accessible-tables.ts";
import type { JobEnvironment } from "./job-environment.ts";
import { JobQueue } from "./job-queue.ts";
import { jobTenantsOf } from "./job-tenants.ts";
import { resumeTransactions } from "./resume-transactions.ts";
import type { SqlJob } from "./sql-job.ts";
import { SqlTransaction } from "./sql-transaction.ts";
import { TransactionExpiry } from "./transaction-expiry.ts";
import type { JobOutputRecord } from "./transaction-record.ts";

/** Rows per part; our choice, because the specification has no size (semantics.md, "SQL jobs"). */
const rowsPerPart = 250_000;

/** Output with the names of its part files in the transaction's folder. */
type SplitOutput = JobOutputRecord & { readonly parts: readonly string[] };

/** Splits outputs into parts, which are complete files, on first request. */
class OutputParts {
  readonly #environment: JobEnvironment;
  readonly #splitting = new Map<string, Promise<readonly string[] | undefined>>();

  constructor(environment: JobEnvironment) {
    this.#environment = environment;
  }

  /** Returns an output with its parts. If a job writes the output again meanwhile, returns the new one. */
  async find(transaction: SqlTransaction, tenant: string, name: string): Promise<SplitOutput | undefined> {
    for (;;) {
      const output = transaction.output(tenant, name);
      if (!output) {
        return undefined;
      }
      const parts = output.rowCount <= rowsPerPart ? [output.file] : await this.#partsOf(transaction, output);
      if (parts && isCurrent(transaction, output)) {
        return { ...output, parts };
      }
    }
  }

  #partsOf(transaction: SqlTransaction, output: JobOutputRecord): Promise<readonly string[] | undefined> {
    if (output.parts) {
      return Promise.resolve(output.parts);
    }
    const { file } = output;
    const splitting =
      this.#splitting.get(file) ?? this.#split(transaction, output).finally(() => this.#splitting.delete(file));
    this.#splitting.set(file, splitting);
    return splitting;
  }

  /** Returns undefined, and leaves no parts, if the output was written again or removed in the meantime. */
  async #split(transaction: SqlTransaction, output: JobOutputRecord): Promise<readonly string[] | undefined> {
    const { tableData, files } = this.#environment;
    const parts: string[] = [];
    let isStored = false;
    const sessions = await tableData.openSessions(transaction.id);
    try {
      const session = sessions.enter(output.tenant, { tables: [], inputs: [] });
      const path = (file: string) => files.path(transaction.id, file);
      await session.splitFile(path(output.file), output.format, rowsPerPart, (index) => {
        const part = `${output.file}-${index}`;
        parts[index] = part;
        return path(part);
      });
      if (isCurrent(transaction, output)) {
        isStored = true;
        await transaction.change({ outputs: [{ ...output, parts }] });
        return parts;
      }
    } catch (error) {
      // The file is removed by the job that writes the output again, also while it is split.
      if (isCurrent(transaction, output)) {
        throw error;
      }
    } finally {
      sessions.close();
      for (const part of isStored ? [] : parts) {
        await files.remove(transaction.id, part);
      }
    }
    return undefined;
  }
}

/** Whether no job has written an output again, and it was not removed. */
function isCurrent(transaction: SqlTransaction, { tenant, name, file }: JobOutputRecord): boolean {
  return transaction.output(tenant, name)?.file === file;
}

/** Expiry time of a transaction; our choice, because the specification has no default (semantics.md, "SQL jobs"). */
const defaultExpirySeconds = 3600;

/** Manages SQL transactions and their jobs (service-api, "Table-source SQL transaction"). */
export class SqlJobs {
  readonly #environment: JobEnvironment;
  readonly #store: SqlTransactionStore;
  readonly #transactions: Map<string, SqlTransaction>;
  readonly #queue: JobQueue;
  readonly #expiry: TransactionExpiry;
  readonly #parts: OutputParts;

  private constructor(
    store: SqlTransactionStore,
    environment: JobEnvironment,
    transactions: readonly SqlTransaction[],
  ) {
    this.#store = store;
    this.#environment = environment;
    this.#transactions = new Map(transactions.map((transaction) => [transaction.id, transaction]));
    this.#queue = new JobQueue(environment, (id) => this.#describe(id));
    this.#expiry = new TransactionExpiry(() => this.#transactions.values(), this.#queue, environment);
    this.#parts = new OutputParts(environment);
  }

  static async open(store: SqlTransactionStore, environment: JobEnvironment): Promise<SqlJobs> {
    return new SqlJobs(store, environment, await resumeTransactions(store, environment));
  }

  /** Whether any job is pending or running. */
  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  async start(
    tenant: CallTenant,
    caller: Pick<Caller, "username">,
    request: StartSqlTransactionRequest,
  ): Promise<SqlTransaction> {
    const expiryMs = readExpiryMs(request.expireAfterSeconds);
    const tablesToModify = await resolveTablesToModify(request.tablesToModify ?? [], tenant.code, this.#environment);
    const now = this.#environment.clock.now();
    const transaction = await SqlTransaction.start(this.#store, {
      id: randomUUID(),
      tenant: tenant.code,
      createdBy: caller.username,
      createdAt: now,
      expireAt: now + expiryMs,
      startedAt: undefined,
      closedAt: undefined,
      tablesToModify,
      isExpired: false,
    });
    this.#transactions.set(transaction.id, transaction);
    this.#expiry.reset();
    return transaction;
  }

  /**
   * Finds a transaction that was started on the call's tenant, or on the caller's own tenant if it manages the call's
   * tenant. Expires the transaction first if its time is over; one whose expiry fails is closed all the same. Throws a
   * 404.
   */
  async find(id: string, tenant: CallTenant, caller: Caller): Promise<SqlTransaction> {
    const found = this.#transactions.get(id);
    const owner = found?.record.tenant;
    const isOfParent = owner === caller.loginTenant && this.#environment.tenants.record(tenant.code)?.parent === owner;
    if (!found || (owner !== tenant.code && !isOfParent)) {
      throw new HttpError(404, "TRANSACTION_UNKNOWN", `The tenant ${tenant.code} has no SQL transaction "${id}".`);
    }
    await this.#expiry.expireIfDue(found).catch(this.#environment.onFailure);
    return found;
  }

  /**
   * Returns the id of the transaction that has a job with this id, as a whole or in one tenant. Searches the
   * transactions that were started on `tenants`.
   */
  transactionOf(jobId: string, tenants: readonly string[]): string | undefined {
    for (const transaction of this.#transactions.values()) {
      if (tenants.includes(transaction.record.tenant) && transaction.hasJob(jobId)) {
        return transaction.id;
      }
    }
    return undefined;
  }

  /** Moves a transaction's expiry to the given number of seconds from now, also to an earlier time. */
  async extend(transaction: SqlTransaction, seconds: number | undefined): Promise<void> {
    checkOpen(transaction);
    const expireAt = this.#environment.clock.now() + readExpiryMs(seconds);
    await transaction.change({ record: { expireAt } });
    this.#expiry.reset();
  }

  /** Stores an uploaded file. Replaces an earlier file of the same name in the tenant. */
  async upload(
    transaction: SqlTransaction,
    tenant: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    checkOpen(transaction);
    const { files } = this.#environment;
    const file = await files.write(transaction.id, bytes, signal);
    if (!transaction.isOpen) {
      await files.remove(transaction.id, file);
      checkOpen(transaction);
    }
    const previous = transaction.input(tenant, name);
    await transaction.change({ inputs: [{ tenant, name, file }] });
    // A job may still be reading the previous file, which is then removed with the transaction.
    if (previous && !this.#queue.has(transaction)) {
      await files.remove(transaction.id, previous.file);
    }
  }

  /** Queues a job behind the other jobs of its transaction. A job that only rolls back stops these jobs. */
  async run(
    transaction: SqlTransaction,
    job: SqlJob,
    tenant: CallTenant,
    caller: Pick<Caller, "userId">,
  ): Promise<{ readonly jobId: string; readonly tableAccess: TableAccess }> {
    const jobTenants = jobTenantsOf(tenant.code, this.#environment.tenants);
    const unmanaged = (job.tenants ?? []).filter((code) => !jobTenants.has(code));
    if (unmanaged.length > 0) {
      throw new HttpError(
        400,
        "TENANT_UNKNOWN",
        `A job of ${tenant.code} cannot run in ${unmanaged.join(", ")}; it can run in ${tenant.code} and in the tenants that ${tenant.code} manages.`,
      );
    }
    const tableAccess = await readTableAccess(job, await readAccessibleTables(tenant.code, this.#environment));
    checkWritesAreDeclared(job, tableAccess, transaction.record.tablesToModify);
    // Checked last, because the transaction may end while the tables are looked up.
    checkOpen(transaction);
    if (job.actions.length === 1 && job.actions[0]?.kind === "rollback") {
      this.#queue.stop(transaction, new JobFailure("Another job rolled the transaction back in the meantime."));
    }
    const jobId = await this.#queue.add(transaction, job, { jobTenants, userId: caller.userId });
    return { jobId, tableAccess };
  }

  /**
   * Waits until the jobs of a transaction have ended. Returns the message of a job that failed, or undefined if it
   * succeeded. Rolls the transaction back and throws the signal's reason if the signal aborts.
   */
  async ended(transaction: SqlTransaction, jobId: string, signal: AbortSignal): Promise<string | undefined> {
    const stop = () => this.#queue.stop(transaction, new JobFailure("What had started the job was cancelled."));
    signal.addEventListener("abort", stop, { once: true });
    try {
      if (signal.aborted) {
        stop();
      }
      await this.#queue.idle(transaction);
    } finally {
      signal.removeEventListener("abort", stop);
    }
    signal.throwIfAborted();
    return transaction.runs(jobId).find(({ state }) => state !== "succeeded")?.message;
  }

  /** Returns an output with its parts, or undefined if there is none of the name in the tenant. */
  findSplitOutput(transaction: SqlTransaction, tenant: string, name: string): Promise<SplitOutput | undefined> {
    return this.#parts.find(transaction, tenant, name);
  }

  read(transaction: SqlTransaction, file: string): AsyncIterable<Uint8Array> {
    return this.#environment.files.read(transaction.id, file);
  }

  async close(): Promise<void> {
    await this.#expiry.close();
    await this.#queue.close();
    await Promise.all([...this.#transactions.values()].map((transaction) => transaction.settle()));
  }

  #describe(id: string): string {
    const record = this.#transactions.get(id)?.record;
    return record
      ? `the transaction ${id}, which ${record.createdBy} started and which expires at ${new Date(record.expireAt).toISOString()}`
      : `the transaction ${id}`;
  }
}

function checkOpen(transaction: SqlTransaction): void {
  const { isExpired, id } = transaction.record;
  if (!transaction.isOpen) {
    throw new HttpError(
      409,
      "TRANSACTION_CLOSED",
      `The SQL transaction ${id} ${isExpired ? "has expired" : "is closed"}; start another one.`,
    );
  }
}

function readExpiryMs(seconds: number = defaultExpirySeconds): number {
  if (seconds < 1) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      "The request is invalid: body expireAfterSeconds must be at least 1, but is a smaller number.",
    );
  }
  return seconds * 1000;
}

/**
 * Returns the path of the folder with the files of SQL transactions in a data folder. It has a subfolder for each
 * transaction.
 */
export function sqlTransactionFolderOf(dataFolder: string): string {
  return join(dataFolder, "sql-transactions");
}

/** Opens the SQL jobs of a data folder. `folder` is the folder for their files. */
export async function openSqlJobs(
  platform: PlatformDatabase,
  folder: string,
  disk: DiskGuard,
  parts: Omit<JobEnvironment, "files">,
): Promise<SqlJobs> {
  return SqlJobs.open(await SqlTransactionStore.open(platform), {
    ...parts,
    files: new OwnedFiles(folder, disk),
  });
}
