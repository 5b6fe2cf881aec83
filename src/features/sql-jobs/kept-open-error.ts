import type { JobFileProgress } from "../../client/sql/run-job-file.ts";
import { SqlTransactionError } from "../../client/sql/transaction-error.ts";
import type { SqlServices, TransactionJobReference } from "./sql-services.ts";

/** Reports that a job failed and left its transaction open for inspection. */
class KeptOpenError extends Error {
  override readonly name = "KeptOpenError";
  readonly job: TransactionJobReference;

  constructor(message: string, options: ErrorOptions & { readonly job: TransactionJobReference }) {
    super(message, options);
    this.job = options.job;
  }
}

/** Ids that a run has obtained so far. */
type RunPosition = Pick<TransactionJobReference, "connectionId" | "tenant"> & {
  readonly transactionId: string | undefined;
  readonly jobId: string | undefined;
};

/**
 * Runs work that follows a job. If the job itself fails and its transaction is open, the error becomes a KeptOpenError.
 */
export async function wrapKeptOpenFailure<Value>(
  job: () => RunPosition,
  onStep: (step: JobFileProgress) => void,
  work: (onStep: (step: JobFileProgress) => void) => Promise<Value>,
): Promise<Value> {
  let isFailed = false;
  try {
    return await work((step) => {
      isFailed = step.kind === "job" && step.state?.phase === "failed";
      onStep(step);
    });
  } catch (error) {
    const { transactionId, jobId, ...target } = job();
    if (
      isFailed &&
      error instanceof SqlTransactionError &&
      error.transactionState === "open" &&
      transactionId !== undefined &&
      jobId !== undefined
    ) {
      throw new KeptOpenError(error.message, { job: { ...target, transactionId, jobId }, cause: error });
    }
    throw error;
  }
}

/**
 * Notifies the user of a job whose transaction was kept open. Rethrows any other error, and this one if the
 * notification fails.
 */
export async function notifyIfKeptOpen(
  error: unknown,
  { notifyKeptOpen, log }: Pick<SqlServices, "notifyKeptOpen" | "log">,
): Promise<void> {
  if (!(error instanceof KeptOpenError) || !(await notifyKeptOpen(error.job))) {
    throw error;
  }
  log.warn(error.message);
}
