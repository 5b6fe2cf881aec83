import type { SqlJobResponse } from "../../contract/sql-job-schemas.ts";
import type { Client } from "../call/client.ts";
import type { ChildJob, JobState } from "../jobs/job-state.ts";
import type { LocalFile } from "../upload/local-file.ts";
import type { SqlJobFile } from "./job-file.ts";
import { jobOutputs, type SqlOutput, tenantFilePath, uploadTenants } from "./job-outputs.ts";
import { SqlTransaction, type SqlTransactionOptions } from "./sql-transaction.ts";
import type { TransactionState } from "./transaction-error.ts";

/** Access to local files for a run. */
export interface LocalFiles {
  /** Opens a local file of `uploads`. Throws an Error that names the file if it does not exist. */
  open(path: string): Promise<LocalFile & { readonly size: number }>;
  /** Writes a file of `downloads` and returns its size in bytes. Leaves no file if the body ends early. */
  save(path: string, body: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): Promise<number>;
}

/** Progress of a run. `bytes` counts from the beginning of the file. */
export type JobFileStep =
  | { readonly kind: "start" }
  | {
      readonly kind: "upload" | "download";
      readonly name: string;
      /** Position of the file in all files, from 1. */
      readonly position: number;
      readonly count: number;
      readonly bytes: number;
      readonly totalBytes: number | undefined;
    }
  | { readonly kind: "job"; readonly state: JobState | undefined }
  /** The service is temporarily unreachable; the job continues there. */
  | { readonly kind: "away" };

/** Parameters of a run. */
export interface JobFileRun {
  readonly client: Client;
  readonly file: SqlJobFile;
  readonly localFiles: LocalFiles;
  readonly options: SqlTransactionOptions;
  readonly signal: AbortSignal;
  readonly onStep: (step: JobFileStep) => void;
  /** Receives the ids of the transaction and its job, so that another window can resume the run. */
  readonly onTransaction?: (place: {
    readonly transactionId: string;
    readonly jobId?: string | undefined;
  }) => Promise<void>;
}

/** Outcome of a run whose job succeeded. */
export interface JobFileOutcome {
  readonly transaction: SqlTransaction;
  readonly state: JobState;
  /** Tables as the service reports them; undefined if another window started the job. */
  readonly access: SqlJobResponse["tableAccess"];
  readonly outputs: readonly SqlOutput[];
  readonly saved: readonly { readonly name: string; readonly path: string; readonly bytes: number }[];
  /** `open` if the job wrote tables and neither committed nor rolled back. */
  readonly transactionState: TransactionState;
}

/**
 * Runs a SQL job file from starting its transaction to its downloads. A run that is cancelled, or fails before its job
 * has ended, leaves no transaction open. Throws SqlTransactionError when the job fails, an ApiError, or the signal's
 * reason.
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

/** Starts a transaction and uploads the file's inputs. Leaves no transaction open when it fails or is cancelled. */
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

/** Completes a run whose job has ended: downloads outputs, and rolls back a transaction that modifies no tables. */
export async function finishSqlJobFile(
  transaction: SqlTransaction,
  state: JobState,
  run: Pick<JobFileRun, "file" | "localFiles" | "signal" | "onStep">,
): Promise<JobFileOutcome> {
  const { file, signal } = run;
  if (state.phase !== "succeeded") {
    throw await transaction.failure(describeFailure(state));
  }
  const saved = await downloadAll(transaction, state, run);
  if (isReadonly(file)) {
    await transaction.abandon();
  }
  return {
    transaction,
    state,
    access: undefined,
    outputs: jobOutputs(file.job),
    saved,
    transactionState: await transaction.transactionState(signal),
  };
}

/** Whether the file declares no tables to modify; the service holds the transaction to it. */
export function isReadonly({ transaction }: SqlJobFile): boolean {
  return (transaction.tablesToModify ?? []).length === 0;
}

async function uploadAll(
  transaction: SqlTransaction,
  files: readonly { readonly name: string; readonly local: LocalFile & { readonly size: number } }[],
  { file, signal, onStep }: JobFileRun,
): Promise<void> {
  const uploads = files.flatMap(({ name, local }) =>
    uploadTenants(file.job, name).map((tenant) => ({ name, local, tenant })),
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
  { file, localFiles, signal, onStep }: Pick<JobFileRun, "file" | "localFiles" | "signal" | "onStep">,
): Promise<JobFileOutcome["saved"]> {
  const tenants = tenantJobs(state).map(({ tenant }) => tenant);
  const places = tenants.length > 1 ? tenants : [undefined];
  const downloads = file.downloads.flatMap(({ name, path }) =>
    places.map((tenant) => ({ name, path: tenantFilePath(path, tenant), tenant })),
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
export function tenantJobs({ children }: JobState): readonly ChildJob[] {
  return children.filter(({ jobType }) => jobType === "SQL");
}

/** Returns the message of a failed job; with several tenants, that of the first one that failed. */
export function describeFailure(state: JobState): string {
  const tenants = tenantJobs(state);
  const failed = tenants.filter(({ phase }) => phase === "failed");
  const [first] = failed;
  const reason = first?.message ?? state.message ?? "The service did not say why; see its jobs.";
  return tenants.length > 1 && first
    ? `The SQL job failed in ${failed.length} of ${tenants.length} tenants, in ${first.tenant}: ${reason}`
    : `The SQL job failed: ${reason}`;
}
