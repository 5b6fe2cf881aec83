import { isProcessingFailure, jobPhaseOf } from "../../contract/job-status.ts";
import type { ProcessingJobStatus } from "../../contract/jobs.ts";
import type { SqlJobRequest, SqlJobResponse } from "../../contract/sql-job-schemas.ts";
import type { Client } from "../call/client.ts";
import type { ChildJob, JobState } from "../jobs/job-state.ts";
import type { LocalFile } from "../upload/local-file.ts";
import type { SqlJobFile } from "./job-file.ts";
import { addTenantToPath, jobOutputsOf, type SqlOutput, uploadTenantsOf } from "./job-outputs.ts";
import { SqlTransaction, type SqlTransactionOptions } from "./sql-transaction.ts";
import type { TransactionState } from "./transaction-error.ts";

/** Access of a job run to local files. */
export interface LocalFileAccess {
  /** Opens a local file to upload. Throws an Error that names the file if it does not exist. */
  open(path: string): Promise<LocalFile & { readonly size: number }>;
  /** Saves a downloaded file and returns its size in bytes. Leaves no file if the download fails. */
  save(path: string, body: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): Promise<number>;
}

/** Progress of a job file's run. `bytes` is the number of bytes of the current file so far. */
export type JobFileProgress =
  | { readonly kind: "start" }
  | {
      readonly kind: "upload" | "download";
      readonly name: string;
      /** Number of the current file among all files, from 1. */
      readonly position: number;
      readonly count: number;
      readonly bytes: number;
      readonly totalBytes: number | undefined;
    }
  | { readonly kind: "job"; readonly state: JobState | undefined }
  /** The service is temporarily unreachable; the job continues there. */
  | { readonly kind: "away" };

/** Parameters for running a SQL job file. */
export interface JobFileRun {
  readonly client: Client;
  readonly file: SqlJobFile;
  readonly localFiles: LocalFileAccess;
  readonly options: SqlTransactionOptions;
  readonly signal: AbortSignal;
  readonly onStep: (step: JobFileProgress) => void;
  /** Called with the ids of the transaction and its job, so that another window can resume the run. */
  readonly onTransaction?: (place: {
    readonly transactionId: string;
    readonly jobId?: string | undefined;
  }) => Promise<void>;
}

/** Result of a run whose job succeeded. */
export interface JobFileOutcome {
  readonly transaction: SqlTransaction;
  readonly state: JobState;
  /** Tables that the job accesses, as the service reports them. Undefined if another window started the job. */
  readonly access: SqlJobResponse["tableAccess"];
  readonly outputs: readonly SqlOutput[];
  readonly saved: readonly { readonly name: string; readonly path: string; readonly bytes: number }[];
  /** The processing jobs that the job started. They have ended, unless they may wait for a time. */
  readonly processed: readonly ProcessingJobStatus[];
  /** `open` if the job wrote tables and neither committed nor rolled back. */
  readonly transactionState: TransactionState;
}

/**
 * Runs a SQL job file: starts a transaction, uploads inputs, runs the job and downloads outputs. If the run is
 * cancelled or fails before its job has ended, the transaction is rolled back. Throws SqlTransactionError when the job
 * fails, an ApiError, or the signal's reason.
 */
export async function runSqlJobFile(run: JobFileRun): Promise<JobFileOutcome> {
  const { file, signal, onStep, onTransaction } = run;
  const transaction = await prepareTransaction(run);
  let access: SqlJobResponse["tableAccess"];
  let state: JobState;
  try {
    onStep({ kind: "job", state: undefined });
    state = await transaction.run(file.job, {
      signal,
      onStarted: async (answer) => {
        access = answer.tableAccess;
        await onTransaction?.({ transactionId: transaction.id, jobId: answer.jobId });
      },
      onState: (seen) => onStep({ kind: "job", state: seen }),
      onUnreachable: () => onStep({ kind: "away" }),
    });
  } catch (error) {
    await rollBackFailed(transaction, error, signal);
    throw error;
  }
  return { ...(await finishSqlJobFile(transaction, state, run)), access };
}

/**
 * Starts a transaction and uploads the inputs of a job file. Rolls the transaction back when an upload fails or is
 * cancelled.
 */
export async function prepareTransaction(run: JobFileRun): Promise<SqlTransaction> {
  const { client, file, localFiles, options, signal, onStep, onTransaction } = run;
  // Detects missing files before anything is sent.
  const files = await Promise.all(
    file.uploads.map(async ({ path, name }) => ({ name, local: await localFiles.open(path) })),
  );
  onStep({ kind: "start" });
  const transaction = await SqlTransaction.start(client, file.transaction, options, signal);
  try {
    await onTransaction?.({ transactionId: transaction.id });
    await uploadAll(transaction, files, run);
    return transaction;
  } catch (error) {
    await rollBackFailed(transaction, error, signal);
    throw error;
  }
}

type RunAfterJob = Pick<JobFileRun, "file" | "localFiles" | "signal" | "onStep">;

/**
 * Finishes the run of a job file after its job has ended: downloads outputs, and rolls back a transaction that modifies
 * no tables. If the run is cancelled, the transaction is rolled back, or a SqlTransactionError says that it is committed.
 */
export async function finishSqlJobFile(
  transaction: SqlTransaction,
  state: JobState,
  run: RunAfterJob,
): Promise<JobFileOutcome> {
  try {
    return await finishAfterJob(transaction, state, run);
  } catch (error) {
    if (run.signal.aborted) {
      await rollBackFailed(transaction, error, run.signal);
    }
    throw error;
  }
}

async function finishAfterJob(transaction: SqlTransaction, state: JobState, run: RunAfterJob): Promise<JobFileOutcome> {
  const { file, signal } = run;
  const processed = await transaction.processingJobs(state, signal);
  if (state.phase !== "succeeded") {
    throw await transaction.failure(describeJobFailure(state, { job: file.job, processed }));
  }
  const saved = await downloadAll(transaction, state, run);
  if (isReadonlyJobFile(file)) {
    await transaction.abandon();
  }
  return {
    transaction,
    state,
    access: undefined,
    outputs: jobOutputsOf(file.job),
    saved,
    processed,
    transactionState: await transaction.transactionState(signal),
  };
}

/** Whether a job file declares no tables to modify. The service then allows no writes. */
export function isReadonlyJobFile({ transaction }: SqlJobFile): boolean {
  return (transaction.tablesToModify ?? []).length === 0;
}

async function uploadAll(
  transaction: SqlTransaction,
  files: readonly { readonly name: string; readonly local: LocalFile & { readonly size: number } }[],
  { file, signal, onStep }: JobFileRun,
): Promise<void> {
  const uploads = files.flatMap(({ name, local }) =>
    uploadTenantsOf(file.job, name).map((tenant) => ({ name, local, tenant })),
  );
  for (const [index, { name, local, tenant }] of uploads.entries()) {
    const notify = (bytes: number) =>
      onStep({ kind: "upload", name, position: index + 1, count: uploads.length, bytes, totalBytes: local.size });
    notify(0);
    const onProgress = ({ direction, bytes }: { direction: string; bytes: number }) => {
      if (direction === "sending") {
        notify(Math.min(bytes, local.size));
      }
    };
    await transaction.upload(name, local, { signal, onProgress, tenant });
  }
}

async function downloadAll(
  transaction: SqlTransaction,
  state: JobState,
  { file, localFiles, signal, onStep }: RunAfterJob,
): Promise<JobFileOutcome["saved"]> {
  const tenants = readTenantJobs(state).map(({ tenant }) => tenant);
  const places = tenants.length > 1 ? tenants : [undefined];
  const downloads = file.downloads.flatMap(({ name, path }) =>
    places.map((tenant) => ({ name, path: addTenantToPath(path, tenant), tenant })),
  );
  const saved: { name: string; path: string; bytes: number }[] = [];
  for (const [index, { name, path, tenant }] of downloads.entries()) {
    const notify = (bytes: number) =>
      onStep({ kind: "download", name, position: index + 1, count: downloads.length, bytes, totalBytes: undefined });
    notify(0);
    const { body } = await transaction.output(name, signal, tenant);
    saved.push({ name, path, bytes: await localFiles.save(path, body, notify) });
  }
  return saved;
}

/** Rolls back. If that cannot be verified, throws a failure that names the transaction that may still be open. */
async function rollBackFailed(transaction: SqlTransaction, error: unknown, signal: AbortSignal): Promise<void> {
  const isClean = await transaction.abandon();
  if (!isClean) {
    const what = signal.aborted ? "The run was stopped." : error instanceof Error ? error.message : String(error);
    throw await transaction.failure(what, error);
  }
}

/** Returns the states of a SQL job in each tenant. */
export function readTenantJobs({ children }: JobState): readonly ChildJob[] {
  return children.filter(({ jobType }) => jobType === "SQL");
}

/** Details of a job file's run that the state of its job does not contain. */
interface RunDetails {
  readonly job: SqlJobRequest;
  readonly processed: readonly ProcessingJobStatus[];
}

/**
 * Returns the message of a failed SQL job. With several tenants, it is that of the first tenant that failed. With
 * `details`, that of a failed processing job is among them.
 */
export function describeJobFailure(state: JobState, details?: RunDetails): string {
  const tenants = readTenantJobs(state);
  const failed = tenants.filter(({ phase }) => phase === "failed");
  const [first] = failed;
  const reason =
    (first && describeProcessingFailure(state, first, details)) ??
    first?.message ??
    state.message ??
    "The service did not say why; see its jobs.";
  return tenants.length > 1 && first
    ? `The SQL job failed in ${failed.length} of ${tenants.length} tenants, in ${first.tenant}: ${reason}`
    : `The SQL job failed: ${reason}`;
}

/** Returns what is known of the processing that failed in a tenant. Undefined if no processing job of it failed. */
function describeProcessingFailure(
  { children }: JobState,
  { tenant, status: tenantStatus }: ChildJob,
  { job, processed }: RunDetails = { job: {}, processed: [] },
): string | undefined {
  const started = children.filter((child) => child.jobType === "PROCESSING" && child.tenant === tenant);
  if (!isProcessingFailure(tenantStatus) || started.length === 0) {
    return undefined;
  }
  const statuses = processed.filter(({ jobId }) => started.some(({ id }) => id === jobId));
  const [ended] = ["failed", "cancelled"].flatMap(
    (phase) => statuses.find(({ status }) => jobPhaseOf(status) === phase) ?? [],
  );
  const what = `the processing job ${jobPhaseOf(ended?.status) === "cancelled" ? "was cancelled" : "failed"}`;
  const [index, ...others] = (job.actions ?? []).flatMap(({ process }, position) => (process ? [position] : []));
  const action = index === undefined || others.length > 0 ? "" : `Action ${index + 1} (process): `;
  return `${action}${what}${ended?.message === undefined ? "." : `: ${ended.message}`}`;
}
