import * as vscode from "vscode";
import { isExtendedAutomatically } from "../../base/connection-role.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { dryRunSqlJobFile } from "../../client/sql/dry-run.ts";
import type { DryRunReport } from "../../client/sql/dry-run-report.ts";
import {
  finishSqlJobFile,
  isReadonly,
  type JobFileOutcome,
  type JobFileRun,
  type JobFileStep,
  runSqlJobFile,
} from "../../client/sql/run-job-file.ts";
import { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import { SqlTransactionError } from "../../client/sql/transaction-error.ts";
import { CancelledError, isCancellation } from "../../host/cancellation.ts";
import { readSettings } from "../../host/settings.ts";
import { requireTrust } from "../../host/trust.ts";
import { ChosenFiles, withChosenFiles } from "../../host/workspace-files.ts";
import { checkJob } from "./check-job.ts";
import { checkUploads, type JobDocument, machineOf, readJobDocument } from "./job-document.ts";
import { seeKeptOpen } from "./kept-open-error.ts";
import { SavedFiles, SavePermit } from "./saved-files.ts";
import type { SqlServices, SqlTarget } from "./sql-services.ts";
import type { UnderWay, UnderWayRuns } from "./under-way-model.ts";

/** What is told of a run while it goes on. */
export interface RunListener {
  readonly signal: AbortSignal;
  readonly onStep: (step: JobFileStep) => void;
}

/** One job file on its way through the service, in the place that was active when it began. */
export class JobRun {
  readonly document: JobDocument;
  readonly target: SqlTarget;
  /** What the editor says of columns that a file and a table do not share. */
  readonly columnWarnings: readonly string[];
  readonly #services: SqlServices;
  readonly #underWay: UnderWayRuns;
  readonly #permit: SavePermit;

  private constructor(
    document: JobDocument,
    target: SqlTarget,
    services: SqlServices,
    underWay: UnderWayRuns,
    permit: SavePermit,
    columnWarnings: readonly string[],
  ) {
    this.columnWarnings = columnWarnings;
    this.document = document;
    this.target = target;
    this.#permit = permit;
    this.#services = services;
    this.#underWay = underWay;
  }

  /**
   * Reads and checks the file; throws an Error that says what is wrong with it, or CancelledError when a person was told and
   * did not want it all the same. Paths are checked before anything is sent, and those that lead out of the workspace folder are
   * for a person to choose; where nobody is asked, they are an OutsideError.
   */
  static async prepare(
    uri: vscode.Uri,
    services: SqlServices,
    underWay: UnderWayRuns,
    isRunAnyway?: (problem: string) => Promise<boolean>,
  ): Promise<JobRun> {
    requireTrust(vscode.l10n.t("SQL jobs do not run in Restricted Mode."));
    const { error, columnWarnings } = await checkJob(uri, services);
    if (error !== undefined && !(await isRunAnyway?.(error))) {
      throw isRunAnyway ? new CancelledError() : new Error(error);
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
    const document = isRunAnyway ? await withChosenFiles(chosen, read) : await read();
    const permit = new SavePermit(document, document.files, new SavedFiles(workspaceState), isRunAnyway !== undefined);
    return new JobRun(document, services.currentTarget(), services, underWay, permit, columnWarnings);
  }

  /** Asks for the files that the run saves, as far as that is needed. Throws CancelledError. */
  async askToSave(): Promise<void> {
    await this.#permit.ask(!this.isReadonly);
  }

  get isReadonly(): boolean {
    return isReadonly(this.document.file);
  }

  get tables(): readonly string[] {
    return this.document.file.transaction.tablesToModify ?? [];
  }

  async role(): Promise<string> {
    return (await this.target.session()).role;
  }

  async dryRun(listener: RunListener): Promise<DryRunReport> {
    return await dryRunSqlJobFile(await this.#runOf(listener));
  }

  /** Throws KeptOpenError, too. */
  async run({ signal, onStep }: RunListener): Promise<JobFileOutcome> {
    const { connectionId, tenant } = this.target;
    const file = this.document.uri.toString();
    let where: { readonly transactionId?: string; readonly jobId?: string | undefined } = {};
    const onPlace: JobFileRun["onPlace"] = async (reached) => {
      where = reached;
      await this.#underWay.note({ connectionId, tenant, file, ...reached });
      if (!this.isReadonly) {
        await this.#note(reached.transactionId, reached.jobId);
      }
    };
    try {
      return await seeKeptOpen(
        () => ({ connectionId, tenant, transactionId: where.transactionId, jobId: where.jobId }),
        onStep,
        async (hear) => await runSqlJobFile({ ...(await this.#runOf({ signal, onStep: hear })), onPlace }),
      );
    } catch (error) {
      throw where.transactionId !== undefined && where.jobId === undefined
        ? beforeJob(error, where.transactionId)
        : error;
    } finally {
      if (where.transactionId !== undefined) {
        await this.#underWay.forget(where.transactionId);
      }
    }
  }

  async #runOf({ signal, onStep }: RunListener): Promise<Omit<JobFileRun, "onPlace">> {
    const { client, role } = await this.target.session();
    const { file, name } = this.document;
    const options = {
      title: name,
      extendsWhileRunning: isExtendedAutomatically(readSettings().extendsTransactions, role),
    };
    return { client, file, machine: machineOf(this.document, this.#permit), options, signal, onStep };
  }

  async #note(transactionId: string, jobId: string | undefined): Promise<void> {
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

/** What failed before the job had begun: the transaction is rolled back, unless the failure says how it stands. */
function beforeJob(error: unknown, transactionId: string): unknown {
  return error instanceof Error && !(error instanceof SqlTransactionError) && !isCancellation(error)
    ? new SqlTransactionError(error.message, transactionId, "rolledBack", { cause: error })
    : error;
}

/** A run that another window, or this one before a reload, has begun. */
export interface ResumedRun {
  readonly document: JobDocument;
  readonly transaction: SqlTransaction;
  /** Throws KeptOpenError, too. */
  finish(listener: RunListener): Promise<JobFileOutcome>;
}

/** Takes up a run whose job is known: follows the job, then does what is left to do. */
export async function resumeRun(
  { connectionId, tenant, transactionId, jobId, file }: UnderWay,
  { sessionFor, context: { workspaceState } }: SqlServices,
): Promise<ResumedRun> {
  const { client, role } = await sessionFor(connectionId, tenant);
  const document = await readJobDocument(vscode.Uri.parse(file), new ChosenFiles(workspaceState));
  const permit = new SavePermit(document, document.files, new SavedFiles(workspaceState), true);
  const options = {
    title: document.name,
    extendsWhileRunning: isExtendedAutomatically(readSettings().extendsTransactions, role),
  };
  const transaction = SqlTransaction.resume(client, transactionId, options);
  return {
    document,
    transaction,
    finish: async ({ signal, onStep }) => {
      if (jobId === undefined) {
        throw new Error("The job has not been started.");
      }
      return await seeKeptOpen(
        () => ({ connectionId, tenant, transactionId, jobId }),
        onStep,
        async (hear) => {
          const onState = (seen: JobState) => hear({ kind: "job", state: seen });
          const onAway = () => hear({ kind: "away" });
          const state = await transaction.follow(jobId, { signal, onState, onAway });
          const machine = machineOf(document, permit);
          return await finishSqlJobFile(transaction, state, { file: document.file, machine, signal, onStep: hear });
        },
      );
    },
  };
}
