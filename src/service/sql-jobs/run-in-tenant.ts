import { ServiceStopping } from "../jobs/job-failure.ts";
import { readAccessibleTables } from "./accessible-tables.ts";
import { describeJobFailure } from "./describe-job-failure.ts";
import type { JobEnvironment } from "./job-environment.ts";
import { rollBackInTenant } from "./resolve-tenant.ts";
import { type ActionsResult, runActions } from "./run-actions.ts";
import type { SqlTransaction } from "./sql-transaction.ts";
import { prepareTenantJob, type TenantJob } from "./tenant-job.ts";
import { isClosedInTenant, type JobRunRecord, type JobRunState } from "./transaction-record.ts";

/** Message of a run that failed with an unexpected error, whose own message may contain data. */
export const unexpectedFailure = "The service failed, and its log has the reason; run the job again.";

/**
 * Runs a job in one of its tenants. If the job fails, rolls the transaction back in this tenant, unless the job keeps
 * transactions open on errors.
 */
export async function runInTenant(
  job: TenantJob,
  run: JobRunRecord,
  environment: JobEnvironment,
  describeHolder: (transaction: string) => string,
): Promise<void> {
  const { transaction, tenant } = job;
  // Not saved to disk here, because a restart only needs to know in which tenants the job has ended.
  transaction.changeInMemory({ runs: [{ ...run, state: "running" }] });
  const end = await runSafely(job, environment, describeHolder);
  const hasFailed = end.failure === "failed" || end.failure === "failedAndRollBack";
  const keepsOpen = end.failure === "failed" && job.job.keepsTransactionOpen;
  const message = end.message + (hasFailed ? await endAfterFailure(transaction, tenant, keepsOpen, environment) : "");
  const { processingJobIds } = end;
  transaction.changeInBackground({ runs: [{ ...run, state: stateOf(end), message, processingJobIds }] });
}

/**
 * Rolls a transaction back in a tenant in which a job has failed, unless the job keeps it open. Returns a sentence about
 * the result, which is empty if the transaction had ended there. A failed rollback is tried again later.
 */
export async function endAfterFailure(
  transaction: SqlTransaction,
  tenant: string,
  keepsOpen: boolean,
  environment: JobEnvironment,
): Promise<string> {
  const record = transaction.tenant(tenant);
  if (!record || isClosedInTenant(record)) {
    return "";
  }
  if (keepsOpen) {
    return " The transaction is still open.";
  }
  try {
    await rollBackInTenant(transaction, tenant, environment);
    return ` The transaction was rolled back in ${tenant}.`;
  } catch (error) {
    environment.onFailure(error);
    return ` Rolling back the transaction in ${tenant} failed; it will be tried again when the transaction expires or the service starts.`;
  }
}

async function runSafely(
  job: TenantJob,
  environment: JobEnvironment,
  describeHolder: (transaction: string) => string,
): Promise<ActionsResult> {
  try {
    const state = job.transaction.tenant(job.tenant)?.state ?? "open";
    const onlyRollsBack = job.job.actions.every(({ kind }) => kind === "rollback");
    if (state === "rolledBack" && onlyRollsBack) {
      return { message: "", processingJobIds: [], failure: "none" };
    }
    if (state !== "open" && !(state === "rollingBack" && onlyRollsBack)) {
      return failed(`The transaction is closed in ${job.tenant}; start another one.`);
    }
    job.signal.throwIfAborted();
    return await prepareAndRun(job, environment, describeHolder);
  } catch (error) {
    if (error instanceof ServiceStopping) {
      throw error;
    }
    const message = describeJobFailure(error, undefined);
    if (message === undefined || (error instanceof Error && error.cause !== undefined)) {
      environment.onFailure(error);
    }
    return failed(message ?? unexpectedFailure);
  }
}

async function prepareAndRun(
  job: TenantJob,
  environment: JobEnvironment,
  describeHolder: (transaction: string) => string,
): Promise<ActionsResult> {
  const tables = await readAccessibleTables(job.tenant, environment);
  await prepareTenantJob(job, tables, environment, describeHolder);
  const inputs = job.job.inputs.map((input) => job.inputs.viewIn(job.tenant, input));
  const session = job.sessions.enter(job.tenant, { tables, inputs });
  return await runActions({ ...job, tables, session }, environment);
}

function failed(message: string): ActionsResult {
  return { message, processingJobIds: [], failure: "failed" };
}

function stateOf({ failure }: ActionsResult): JobRunState {
  switch (failure) {
    case "none":
      return "succeeded";
    case "processingFailed":
      return "processingFailed";
    default:
      return "failed";
  }
}
