import type * as vscode from "vscode";
import { quoteSparkName } from "../../base/sql-quote.ts";
import { isCancellation } from "../../host/cancellation.ts";
import { showFailure } from "../../host/commands.ts";
import { ReviewPages } from "../../host/review-page.ts";
import { confirmRunDespiteErrors } from "./check-job.ts";
import { FailedActions } from "./failed-actions.ts";
import { jobUriOf } from "./job-document.ts";
import { JobRun } from "./job-run.ts";
import { JobTerminal } from "./job-terminal.ts";
import { notifyIfKeptOpen } from "./kept-open-error.ts";
import { rehearseJob } from "./rehearse-job.ts";
import { resumeRuns } from "./resume-runs.ts";
import { dryRunJob, type JobParts, runAfterDryRun, runJob } from "./run-job.ts";
import { askForSparkToken } from "./spark-settings.ts";
import type { SqlServices } from "./sql-services.ts";
import { TableSqlController } from "./table-sql-controller.ts";
import { UnfinishedRuns } from "./unfinished-runs-model.ts";

/** Runs table-source SQL and job files. Loaded on first use, to keep activation fast. */
export class SqlJobsController implements vscode.Disposable {
  readonly tableSql: TableSqlController;
  readonly #services: SqlServices;
  readonly #unfinishedRuns: UnfinishedRuns;
  readonly #failedActions = new FailedActions();
  readonly #reviews: ReviewPages;

  constructor(services: SqlServices) {
    this.#services = services;
    this.#reviews = new ReviewPages(services.context.extensionUri);
    this.#unfinishedRuns = new UnfinishedRuns(services.context.workspaceState);
    this.tableSql = new TableSqlController(services);
  }

  /** `item` is the argument from a code lens or menu. */
  async run(item: unknown): Promise<void> {
    const run = await this.#prepare(item);
    await runJob(run, this.#parts).catch((error) => notifyIfKeptOpen(error, this.#services));
  }

  async dryRun(item: unknown): Promise<void> {
    const run = await this.#prepare(item);
    const { isConfirmed } = await dryRunJob(run, this.#parts);
    // The page may stay open for long, and no command waits for it.
    void this.#runOnceConfirmed(run, isConfirmed);
  }

  /** Shows what a job would do on the cluster of the settings. */
  async rehearse(item: unknown): Promise<void> {
    const uri = await jobUriOf(item);
    this.#failedActions.clear(uri);
    await rehearseJob(uri, this.#parts);
  }

  async setSparkToken(): Promise<void> {
    await askForSparkToken(this.#services.context.secrets);
  }

  async resume(): Promise<void> {
    await resumeRuns(this.#services, this.#unfinishedRuns, (uri) => this.run(uri));
  }

  /** Returns a terminal in which a task runs a job file. */
  terminal(uri: vscode.Uri, isDryRun: boolean): vscode.Pseudoterminal {
    this.#failedActions.clear(uri);
    return new JobTerminal(() => JobRun.prepare(uri, this.#services, this.#unfinishedRuns), isDryRun);
  }

  async #runOnceConfirmed(run: JobRun, isConfirmed: Promise<boolean>): Promise<void> {
    try {
      if (await isConfirmed) {
        await runAfterDryRun(run, this.#parts).catch((error) => notifyIfKeptOpen(error, this.#services));
      }
    } catch (error) {
      if (!isCancellation(error)) {
        await showFailure(this.#services.log, error);
      }
    }
  }

  get #parts(): JobParts {
    return {
      services: this.#services,
      reviews: this.#reviews,
      failedActions: this.#failedActions,
      showRows: async (table, target) => {
        const text = `SELECT * FROM ${quoteSparkName(table)}`;
        await this.tableSql.showQuery({ text, title: table, sent: text }, target);
      },
    };
  }

  async #prepare(item: unknown): Promise<JobRun> {
    const uri = await jobUriOf(item);
    // Errors in the editor block a run; the marks of the previous failure must not.
    this.#failedActions.clear(uri);
    return await JobRun.prepare(uri, this.#services, this.#unfinishedRuns, confirmRunDespiteErrors);
  }

  dispose(): void {
    this.tableSql.dispose();
    this.#failedActions.dispose();
    this.#reviews.dispose();
  }
}
