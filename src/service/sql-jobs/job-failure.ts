/** Why a SQL job fails in a tenant; its message is the tenant's in the job's status, and holds no row of data. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

/** Why a job goes no further: the service ends, and its next start says what becomes of the job. */
export class ServiceStopping extends Error {
  override readonly name = "ServiceStopping";
}
