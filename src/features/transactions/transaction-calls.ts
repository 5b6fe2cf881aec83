import type { Session } from "../../client/call/session.ts";
import { CallGroup } from "../../client/interface/call-group.ts";
import type { TransactionCalls } from "./followed-transaction-model.ts";
import { type TransactionReference, transactionKey } from "./stored-transaction.ts";

/** Returns calls through the client, each in a session of the transaction's connection and tenant. */
export function callsThrough(session: (place: TransactionReference) => Promise<Session>): TransactionCalls {
  const groups = new Map<string, CallGroup>();
  /** One group per transaction: on production connections, the user confirms its extension only once. */
  const groupOf = (place: TransactionReference) => {
    const key = transactionKey(place);
    const group = groups.get(key) ?? new CallGroup(place.transactionId, ["extendSqlTransaction"]);
    groups.set(key, group);
    return group;
  };
  return {
    async transaction(place, isWhole, signal) {
      const { client } = await session(place);
      const { transactionId } = place;
      return await client.getSqlTransaction({ path: { transactionId }, query: { summaryOnly: !isWhole } }, { signal });
    },
    async job(place, jobId, isWhole, signal) {
      const { client } = await session(place);
      const { transactionId } = place;
      return await client.getSqlJobStatus(
        { path: { transactionId, jobId }, query: { summaryOnly: !isWhole } },
        { signal },
      );
    },
    async extend(place, seconds, signal) {
      const { client } = await session(place);
      const { transactionId } = place;
      return await client.extendSqlTransaction(
        { path: { transactionId }, body: { expireAfterSeconds: seconds } },
        { signal, group: groupOf(place) },
      );
    },
  };
}
