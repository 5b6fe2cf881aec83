import * as vscode from "vscode";
import { type ConnectionRole, isTransactionExtendedAutomatically } from "../../base/connection-role.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { dryRunSqlJobFile } from "../../client/sql/dry-run.ts";
import type { DryRunReport } from "../../client/sql/dry-run-report.ts";
import {
  finishSqlJobFile,
  isReadonlyJobFile,
  type JobFileOutcome,
  type JobFileProgress,
  type JobFileRun,
  runSqlJobFile,
} from "../../client/sql/run-job-file.ts";
import { SqlTransaction, type SqlTransactionOptions } from "../../client/sql/sql-transaction.ts";
import { SqlTransactionError } from "../../client/sql/transaction-error.ts";
import { TransactionOwner } from "../../client/sql/transaction-owner.ts";
import { CancelledError, isCancellation } from "../../host/cancellation.ts";
import { readSettings } from "../../host/settings.ts";
import { requireTrust } from "../../host/trust.ts";
import { ChosenFiles, withChosenFiles } from "../../host/workspace-files.ts";
import { checkJob } from "./check-job.ts";
import { checkUploads, type JobDocument, localFilesOf, readJobDocument } from "./job-document.ts";
import { wrapKeptOpenFailure } from "./kept-open-error.ts";
import { SavedFiles, SavePermissions } from "./saved-files.ts";
import type { SqlServices, SqlTarget } from "./sql-services.ts";
import type { UnfinishedRun, UnfinishedRuns } from "./unfinished-runs-model.ts";

/** Receives the progress of a run. */
export interface RunListener {
  readonly signal: AbortSignal;
  readonly onStep: (step: JobFileProgress) => void;
}

/** Listener of a run; `isConfirmed` if the user has just agreed to it, so that the role gate need not ask again. */
interface ConfirmedRun extends RunListener {
  readonly isConfirmed?: boolean;
}

/** One run of a job file, on the connection and tenant that were active when it began. */
export class JobRun {
  readonly document: JobDocument;
  readonly target: SqlTarget;
  /** Editor warnings about columns that only the uploaded file or only the table has. */
  readonly columnWarnings: readonly string[];
  readonly #services: SqlServices;
  readonly #unfinishedRuns: UnfinishedRuns;
  readonly #permissions: SavePermissions;

  private constructor(
    document: JobDocument,
    target: SqlTarget,
    services: SqlServices,
    unfinishedRuns: UnfinishedRuns,
    permissions: SavePermissions,
    columnWarnings: readonly string[],
  ) {
    this.columnWarnings = columnWarnings;
    this.document = document;
    this.target = target;
    this.#permissions = permissions;
    this.#services = services;
    this.#unfinishedRuns = unfinishedRuns;
  }

  /**
   * Reads and checks the file and its paths, before anything is sent. With `confirmErrors`, the user decides about
   * errors and chooses files for paths that lead out of the workspace folder. Throws an Error that describes what is
   * wrong, CancelledError if the user declines, or OutsideWorkspaceError for such a path without a user to ask.
   */
  static async prepare(
    uri: vscode.Uri,
    services: SqlServices,
    unfinishedRuns: UnfinishedRuns,
    confirmErrors?: (problem: string) => Promise<boolean>,
  ): Promise<JobRun> {
    requireTrust(vscode.l10n.t("SQL jobs do not run in Restricted Mode."));
    const { error, columnWarnings } = await checkJob(uri, services);
    if (error !== undefined && !(await confirmErrors?.(error))) {
      throw confirmErrors ? new CancelledError() : new Error(error);
    }
    const { workspaceState } = services.context;
    const chosen = new ChosenFiles(workspaceState);
    const read = async () => {
      const document = await readJobDocument(uri, chosen);
      await checkUploads(document);
      for (const { path } of document.file.downloads) {
        await document.files.target(path);
      }
      return document;
    };
    const document = confirmErrors ? await withChosenFiles(chosen, read) : await read();
    const permissions = new SavePermissions(
      document,
      document.files,
      new SavedFiles(workspaceState),
      confirmErrors !== undefined,
    );
    return new JobRun(document, services.currentTarget(), services, unfinishedRuns, permissions, columnWarnings);
  }

  /** Asks the user to permit the files that the run saves, where necessary. Throws CancelledError. */
  async askToSave(): Promise<void> {
    await this.#permissions.requestPermission(!this.isReadonly);
  }

  get isReadonly(): boolean {
    return isReadonlyJobFile(this.document.file);
  }

  get tables(): readonly string[] {
    return this.document.file.transaction.tablesToModify ?? [];
  }

  async role(): Promise<ConnectionRole> {
    return (await this.target.session()).role;
  }

  async dryRun(listener: RunListener): Promise<DryRunReport> {
    const run = await this.#runOf(listener);
    return await dryRunSqlJobFile({ ...run, options: { ...run.options, effect: "rolledBack" } });
  }

  /**
   * Runs the job and waits for its end. Throws KeptOpenError if the job fails and leaves its transaction open,
   * otherwise the error of the failed call.
   */
  async run({ signal, onStep, isConfirmed }: ConfirmedRun): Promise<JobFileOutcome> {
    const { connectionId, tenant } = this.target;
    const file = this.document.uri.toString();
    let position: { readonly transactionId?: string; readonly jobId?: string | undefined } = {};
    const onTransaction: JobFileRun["onTransaction"] = async (reached) => {
      position = reached;
      await this.#unfinishedRuns.store({ connectionId, tenant, file, ...reached });
      if (!this.isReadonly) {
        await this.#store(reached.transactionId, reached.jobId);
      }
    };
    try {
      return await wrapKeptOpenFailure(
        () => ({ connectionId, tenant, transactionId: position.transactionId, jobId: position.jobId }),
        onStep,
        async (onJobStep) => {
          const run = await this.#runOf({ signal, onStep: onJobStep });
          const options = { ...run.options, ...(isConfirmed && ({ effect: "confirmed" } as const)) };
          return await runSqlJobFile({ ...run, options, onTransaction });
        },
      );
    } catch (error) {
      throw position.transactionId !== undefined && position.jobId === undefined
        ? asRolledBack(error, position.transactionId)
        : error;
    } finally {
      if (position.transactionId !== undefined) {
        await this.#unfinishedRuns.forget(position.transactionId);
      }
    }
  }

  async #runOf({ signal, onStep }: RunListener): Promise<Omit<JobFileRun, "onTransaction">> {
    const { client, role } = await this.target.session();
    const { file, name } = this.document;
    const owner = new TransactionOwner(this.#services.context.globalStorageUri.fsPath, this.target.connectionId);
    const options = transactionOptions(name, role, owner);
    return { client, file, localFiles: localFilesOf(this.document, this.#permissions), options, signal, onStep };
  }

  async #store(transactionId: string, jobId: string | undefined): Promise<void> {
    const { connectionId, tenant } = this.target;
    const { name: label, file } = this.document;
    await this.#services.storeTransaction({
      connectionId,
      tenant,
      transactionId,
      tables: this.tables,
      label,
      inputs: file.uploads.map(({ name }) => name),
      ...(jobId !== undefined && { job: { jobId, label, request: file.job } }),
    });
  }
}

function transactionOptions(title: string, role: ConnectionRole, owner: TransactionOwner): SqlTransactionOptions {
  const extendsWhileRunning = isTransactionExtendedAutomatically(readSettings().extendsTransactions, role);
  return { title, extendsWhileRunning, owner };
}

/**
 * Converts a failure before the job began: the transaction counts as rolled back, unless the error already contains its
 * state.
 */
function asRolledBack(error: unknown, transactionId: string): unknown {
  return error instanceof Error && !(error instanceof SqlTransactionError) && !isCancellation(error)
    ? new SqlTransactionError(error.message, transactionId, "rolledBack", { cause: error })
    : error;
}

/** A run that was begun by another window, or by this one before a reload. */
export interface ResumedRun {
  readonly document: JobDocument;
  readonly transaction: SqlTransaction;
  /** Waits for the end of the resumed run. Throws KeptOpenError if the job fails and leaves its transaction open. */
  finish(listener: RunListener): Promise<JobFileOutcome>;
}

/** Takes over a run. Follows its job, if that is known, then does the remaining steps. */
export async function resumeRun(
  { connectionId, tenant, transactionId, jobId, file }: UnfinishedRun,
  { sessionFor, context }: SqlServices,
): Promise<ResumedRun> {
  const { workspaceState, globalStorageUri } = context;
  const owner = new TransactionOwner(globalStorageUri.fsPath, connectionId);
  await owner.takeOver(transactionId);
  const { client, role } = await sessionFor(connectionId, tenant);
  const document = await readJobDocument(vscode.Uri.parse(file), new ChosenFiles(workspaceState));
  const permissions = new SavePermissions(document, document.files, new SavedFiles(workspaceState), true);
  const options = transactionOptions(document.name, role, owner);
  const transaction = SqlTransaction.resume(client, transactionId, options);
  return {
    document,
    transaction,
    finish: async ({ signal, onStep }) => {
      if (jobId === undefined) {
        throw new Error("The job has not been started.");
      }
      return await wrapKeptOpenFailure(
        () => ({ connectionId, tenant, transactionId, jobId }),
        onStep,
        async (onJobStep) => {
          const onState = (observed: JobState) => onJobStep({ kind: "job", state: observed });
          const onUnreachable = () => onJobStep({ kind: "away" });
          const state = await transaction.follow(jobId, document.file.job, { signal, onState, onUnreachable });
          const files = localFilesOf(document, permissions);
          return await finishSqlJobFile(transaction, state, {
            file: document.file,
            localFiles: files,
            signal,
            onStep: onJobStep,
          });
        },
      );
    },
  };
}
