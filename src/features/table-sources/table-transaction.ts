import { describeJobFailure } from "../../client/sql/run-job-file.ts";
import { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import type { TransactionOwner } from "../../client/sql/transaction-owner.ts";
import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import type { ListedTable } from "./table-target.ts";

/**
 * Lifetime of a transaction: enough for a large file and a prompt. The service rolls back an abandoned transaction
 * after it.
 */
const lifetimeSeconds = 3600;

/** A transaction that may write one table. */
export interface TableTransaction {
  readonly transaction: SqlTransaction;
  /** Runs a job to its end. Throws an Error with the reason if the job fails. */
  run(job: SqlJobRequest): Promise<void>;
  /** Makes the changes permanent. */
  commit(): Promise<void>;
}

interface TableTransactionParts {
  readonly storeTransaction: TableSourceServices["storeTransaction"];
  /** Necessary for work that another window can continue. */
  readonly owner?: TransactionOwner;
}

/**
 * Runs work in a transaction that may write the table, and rolls it back unless the work commits, also after a stop or
 * a failure. Rethrows the work's error, or throws a SqlTransactionError with the transaction's state.
 */
export async function inTableTransaction<Value>(
  { session, table, connectionId, tenant }: ListedTable,
  title: string,
  { storeTransaction, owner }: TableTransactionParts,
  signal: AbortSignal,
  work: (run: TableTransaction) => Promise<Value>,
): Promise<Value> {
  const request = { tablesToModify: [table.objectName], expireAfterSeconds: lifetimeSeconds };
  const options = { title, extendsWhileRunning: session.role !== "production", owner };
  const transaction = await SqlTransaction.start(session.client, request, options, signal);
  const store = () => {
    const tables = [table.objectName];
    return storeTransaction({ connectionId, tenant, transactionId: transaction.id, tables, label: title });
  };
  let isEnded = false;
  let failure: string | undefined;
  try {
    await store();
    return await work({
      transaction,
      run: async (job) => {
        const state = await transaction.run(job, { signal });
        if (state.phase !== "succeeded") {
          failure = describeJobFailure(state);
          throw new Error(failure);
        }
      },
      commit: async () => {
        await transaction.commit(signal);
        isEnded = true;
      },
    });
  } catch (error) {
    const isClean = isEnded || (await transaction.abandon());
    isEnded = true;
    if (failure !== undefined || !isClean) {
      const reason = failure ?? (error instanceof Error ? error.message : String(error));
      throw await transaction.failure(reason, error);
    }
    throw error;
  } finally {
    if (!isEnded) {
      await transaction.abandon();
    }
    // A stored transaction is polled, so that it counts as open no longer. What was committed stays a success.
    await store().catch(() => undefined);
  }
}
