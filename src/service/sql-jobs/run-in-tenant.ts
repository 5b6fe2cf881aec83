import { readAccessibleTables } from "./accessible-tables.ts";
import { failureMessage, ServiceStopping } from "./job-failure.ts";
import type { JobSurroundings } from "./job-surroundings.ts";
import { rollBackTenant } from "./resolve-tenant.ts";
import { type ActionsEnd, runActions } from "./run-actions.ts";
import type { SqlTransaction } from "./sql-transaction.ts";
import { prepare, type TenantJob } from "./tenant-job.ts";
import { isClosed, type RunRecord, type RunState } from "./transaction-record.ts";

/** Runs a job in one of its tenants. If it fails, rolls the transaction back there, unless the job keeps it open. */
export async function runInTenant(
  job: TenantJob,
  run: RunRecord,
  surroundings: JobSurroundings,
  describeHolder: (transaction: string) => string,
): Promise<void> {
  const { transaction, tenant } = job;
  // Not saved to disk here, because a restart only needs to know in which tenants the job has ended.
  transaction.note({ runs: [{ ...run, state: "running" }] });
  const end = await endOf(job, surroundings, describeHolder);
  const hasFailed = end.failure === "failed" || end.failure === "failedAndRollBack";
  const record = transaction.tenant(tenant);
  let { message } = end;
  if (hasFailed && record && !isClosed(record)) {
    if (end.failure === "failed" && job.job.keepsTransactionOpen) {
      message += " The transaction is still open.";
    } else {
      message += await undo(transaction, tenant, surroundings);
    }
  }
  const { processingJobIds } = end;
  transaction.changeMeanwhile({ runs: [{ ...run, state: stateOf(end), message, processingJobIds }] });
}

/** Rolls back and returns a sentence about the result; a failed rollback is tried again later. */
async function undo(transaction: SqlTransaction, tenant: string, surroundings: JobSurroundings): Promise<string> {
  try {
    await rollBackTenant(transaction, tenant, surroundings);
    return ` The transaction was rolled back in ${tenant}.`;
  } catch (error) {
    surroundings.onFailure(error);
    return ` Rolling back the transaction in ${tenant} failed; it will be tried again when the transaction expires or the service starts.`;
  }
}

async function endOf(
  job: TenantJob,
  surroundings: JobSurroundings,
  describeHolder: (transaction: string) => string,
): Promise<ActionsEnd> {
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
    return await act(job, surroundings, describeHolder);
  } catch (error) {
    if (error instanceof ServiceStopping) {
      throw error;
    }
    const message = failureMessage(error, undefined);
    if (message === undefined || (error instanceof Error && error.cause !== undefined)) {
      surroundings.onFailure(error);
    }
    return failed(message ?? "The service failed, and its log has the reason; run the job again.");
  }
}

async function act(
  job: TenantJob,
  surroundings: JobSurroundings,
  describeHolder: (transaction: string) => string,
): Promise<ActionsEnd> {
  const tables = await readAccessibleTables(job.tenant, surroundings);
  await prepare(job, tables, surroundings, describeHolder);
  const inputs = job.job.inputs.map((input) => job.inputs.viewIn(job.tenant, input));
  const session = job.sessions.enter(job.tenant, { tables, inputs });
  return await runActions({ ...job, tables, session }, surroundings);
}

function failed(message: string): ActionsEnd {
  return { message, processingJobIds: [], failure: "failed" };
}

function stateOf({ failure }: ActionsEnd): RunState {
  switch (failure) {
    case "none":
      return "succeeded";
    case "processingFailed":
      return "processingFailed";
    default:
      return "failed";
  }
}
