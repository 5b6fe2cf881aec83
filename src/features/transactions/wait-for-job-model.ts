import type { SqlJobStatus } from "../../contract/sql-job-schemas.ts";
import { isJobRunning } from "./transaction-details-model.ts";
import type { TransactionsModel } from "./transactions-model.ts";

/**
 * Waits for the end of a followed job. Rejects with the signal's reason, or when the service no longer knows the
 * transaction.
 */
export function waitForJobEnd(
  model: TransactionsModel,
  key: string,
  jobId: string,
  signal: AbortSignal,
): Promise<SqlJobStatus> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const watched = model.find(key);
      const status = watched?.followed.jobs.get(jobId);
      if (status && !isJobRunning(status)) {
        finish(() => resolve(status));
      } else if (!watched || watched.followed.phase === "gone") {
        finish(() =>
          reject(new Error("The transaction is not known any more, so the outcome of the job cannot be read.")),
        );
      }
    };
    const subscription = model.onDidChange(check);
    const onAbort = () => finish(() => reject(signal.reason));
    const finish = (settle: () => void) => {
      subscription.dispose();
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) {
      onAbort();
    } else {
      check();
    }
  });
}
