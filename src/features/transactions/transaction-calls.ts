import type { Session } from "../../client/call/client.ts";
import { CallGroup } from "../../client/interface/method.ts";
import type { TransactionCalls } from "./followed-transaction-model.ts";
import { type TransactionReference, transactionKey } from "./stored-transaction.ts";

/**
 * Returns functions that send transaction requests through the client, in a session of the transaction's connection and
 * tenant.
 */
export function createTransactionCalls(
  session: (reference: TransactionReference) => Promise<Session>,
): TransactionCalls {
  const groups = new Map<string, CallGroup>();
  /**
   * Returns the confirmation group of a transaction. On production connections, the user confirms only the first
   * extension in a group.
   */
  const groupOf = (reference: TransactionReference) => {
    const key = transactionKey(reference);
    const group = groups.get(key) ?? new CallGroup(reference.transactionId, ["extendSqlTransaction"]);
    groups.set(key, group);
    return group;
  };
  return {
    async transaction(reference, includesTenants, signal) {
      const { client } = await session(reference);
      const { transactionId } = reference;
      return await client.getSqlTransaction(
        { path: { transactionId }, query: { summaryOnly: !includesTenants } },
        { signal },
      );
    },
    async job(reference, jobId, includesTenants, signal) {
      const { client } = await session(reference);
      const { transactionId } = reference;
      return await client.getSqlJobStatus(
        { path: { transactionId, jobId }, query: { summaryOnly: !includesTenants } },
        { signal },
      );
    },
    async extend(reference, seconds, signal) {
      const { client } = await session(reference);
      const { transactionId } = reference;
      return await client.extendSqlTransaction(
        { path: { transactionId }, body: { expireAfterSeconds: seconds } },
        { signal, group: groupOf(reference) },
      );
    },
  };
}
