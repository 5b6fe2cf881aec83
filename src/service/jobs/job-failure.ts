/** Failure of a job. Its message appears in the job's status and must contain no data. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

/** Error that interrupts a job because the service stops. The next start of the service decides how the job ends. */
export class ServiceStopping extends Error {
  override readonly name = "ServiceStopping";
}
