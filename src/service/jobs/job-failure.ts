import { isDiskFull } from "../../base/error-causes.ts";
import type { Connection } from "../../duckdb/database.ts";
import { describeRecovery } from "../store/job-recovery.ts";

/** Failure of a job. Its message appears in the job's status and must contain no data. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

/** Error that interrupts a job because the service stops. The next start of the service decides how the job ends. */
export class ServiceStopping extends Error {
  override readonly name = "ServiceStopping";
}

/** Failure of a job that also writes something, such as a list of problems, in the transaction that ends the job. */
export class RecordedJobFailure extends JobFailure {
  readonly inTransaction: (connection: Connection) => Promise<void>;

  constructor(message: string, inTransaction: RecordedJobFailure["inTransaction"]) {
    super(message);
    this.inTransaction = inTransaction;
  }
}

/** Describes for a failed job's status why it failed. An unexpected error's own message may contain data. */
export function describeFailure(
  error: unknown,
  job: Parameters<typeof describeRecovery>[0],
  signal?: AbortSignal,
): string {
  const recovery = describeRecovery(job);
  if (signal?.reason instanceof ServiceStopping) {
    return `The service ended while the job was running; ${recovery}.`;
  }
  if (error instanceof JobFailure) {
    return error.message;
  }
  return isDiskFull(error)
    ? `The disk of the data folder is full; free some space, then ${recovery}.`
    : `The service failed, and its log has the reason; ${recovery}.`;
}
