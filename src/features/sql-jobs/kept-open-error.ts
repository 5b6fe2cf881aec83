import type { JobFileStep } from "../../client/sql/run-job-file.ts";
import { SqlTransactionError } from "../../client/sql/transaction-error.ts";
import type { SqlServices, TransactionJobReference } from "./sql-services.ts";

/** A job that failed and left its transaction open, for somebody to look inside. */
class KeptOpenError extends Error {
  override readonly name = "KeptOpenError";
  readonly job: TransactionJobReference;

  constructor(message: string, options: ErrorOptions & { readonly job: TransactionJobReference }) {
    super(message, options);
    this.job = options.job;
  }
}

/** As far as a run has come. */
type ReachedPlace = Pick<TransactionJobReference, "connectionId" | "tenant"> & {
  readonly transactionId: string | undefined;
  readonly jobId: string | undefined;
};

/** Does work that follows a job; its failure is a KeptOpenError where the job itself failed and its transaction is open. */
export async function seeKeptOpen<Value>(
  job: () => ReachedPlace,
  onStep: (step: JobFileStep) => void,
  work: (onStep: (step: JobFileStep) => void) => Promise<Value>,
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

/** Tells of a job that was kept open; throws what is another failure, or cannot be told of. */
export async function notifyIfKeptOpen(
  error: unknown,
  { notifyKeptOpen, log }: Pick<SqlServices, "notifyKeptOpen" | "log">,
): Promise<void> {
  if (!(error instanceof KeptOpenError) || !(await notifyKeptOpen(error.job))) {
    throw error;
  }
  log.warn(error.message);
}
