import type { SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../src/contract/sql-transactions.ts";
import type { TransactionCalls } from "../../src/features/transactions/followed-transaction-model.ts";
import type {
  StoredTransaction,
  StoredTransactionDetails,
  StoredTransactionIds,
} from "../../src/features/transactions/stored-transaction.ts";
import type { TransactionStorage } from "../../src/features/transactions/stored-transactions-model.ts";

export const transactionTime = Date.parse("2024-06-01T00:00:00Z");

/** An open transaction that expires an hour after it was started. */
export function sqlTransaction(more: SqlTransaction = {}): SqlTransaction {
  return {
    transactionId: "t1",
    status: "OPEN",
    createdAt: timeAt(0),
    createdBy: "ada",
    expireAt: timeAt(3600),
    tablesToModify: ["site_badge"],
    ...more,
  };
}

/** ISO 8601, so many seconds after the beginning. */
export function timeAt(seconds: number): string {
  return new Date(transactionTime + seconds * 1000).toISOString();
}

export function notedTransaction(more: Partial<StoredTransaction> = {}): StoredTransaction {
  return {
    connectionId: "c",
    transactionId: "t1",
    jobIds: [],
    storedAt: transactionTime,
    tables: ["site_badge"],
    inputs: [],
    jobs: [],
    ...more,
  };
}

/** A failure of the client with the status of an answer. */
export class FakeStatusError extends Error {
  override readonly name = "StatusError";
  readonly status: number;
  constructor(status: number) {
    super(`getSqlTransaction: status ${status}`);
    this.status = status;
  }
}

/** A service of one transaction that answers what a test sets. */
export class FakeTransactionCalls implements TransactionCalls {
  answer: SqlTransaction | Error = sqlTransaction();
  readonly jobs = new Map<string, SqlJobStatus | Error>();
  extendFailure: Error | undefined;
  /** What was asked, in order. */
  readonly asked: string[] = [];

  async transaction(_place: unknown, isWhole: boolean): Promise<SqlTransaction> {
    this.asked.push(isWhole ? "whole transaction" : "transaction");
    return take<SqlTransaction>(this.answer);
  }

  async job(_place: unknown, jobId: string, isWhole: boolean): Promise<SqlJobStatus> {
    this.asked.push(isWhole ? `whole ${jobId}` : jobId);
    const { tenants, ...status } = take<SqlJobStatus>(this.jobs.get(jobId) ?? new FakeStatusError(404));
    return isWhole ? { ...status, tenants: tenants ?? [] } : status;
  }

  async extend(_place: unknown, seconds: number): Promise<SqlTransaction> {
    this.asked.push(`extend by ${seconds}`);
    if (this.extendFailure) {
      throw this.extendFailure;
    }
    this.answer = sqlTransaction({ expireAt: timeAt(seconds) });
    return this.answer;
  }
}

/** Notes in memory. */
export class MemoryNoteStore implements TransactionStorage {
  ids: unknown;
  details: unknown;

  readIds(): unknown {
    return this.ids;
  }

  async writeIds(ids: readonly StoredTransactionIds[]): Promise<void> {
    this.ids = JSON.parse(JSON.stringify(ids));
  }

  readDetails(): unknown {
    return this.details;
  }

  async writeDetails(details: Readonly<Record<string, StoredTransactionDetails>>): Promise<void> {
    this.details = JSON.parse(JSON.stringify(details));
  }
}

/** Lets everything that waits for an answer go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await Promise.resolve();
  }
}

function take<Value>(value: Value | Error): Value {
  if (value instanceof Error) {
    throw value;
  }
  return value;
}
