import type * as vscode from "vscode";
import type { TextDocuments } from "../../host/text-documents.ts";
import { confirmRunDespiteErrors } from "./check-job.ts";
import { FailedActions } from "./failed-actions.ts";
import { jobUriOf } from "./job-document.ts";
import { JobRun } from "./job-run.ts";
import { JobTerminal } from "./job-terminal.ts";
import { notifyIfKeptOpen } from "./kept-open-error.ts";
import { resumeRuns } from "./resume-runs.ts";
import { dryRunJob, runJob } from "./run-job.ts";
import type { SqlServices } from "./sql-services.ts";
import { TableSqlController } from "./table-sql-controller.ts";
import { UnfinishedRuns } from "./unfinished-runs-model.ts";

/** Runs table-source SQL and job files. Loaded on first use, to keep activation fast. */
export class SqlJobsController implements vscode.Disposable {
  readonly tableSql: TableSqlController;
  readonly #services: SqlServices;
  readonly #reports: TextDocuments;
  readonly #unfinishedRuns: UnfinishedRuns;
  readonly #failedActions = new FailedActions();

  constructor(services: SqlServices, reports: TextDocuments) {
    this.#services = services;
    this.#reports = reports;
    this.#unfinishedRuns = new UnfinishedRuns(services.context.workspaceState);
    this.tableSql = new TableSqlController(services);
  }

  /** `item` is the argument from a code lens or menu. */
  async run(item: unknown): Promise<void> {
    const run = await this.#prepare(item);
    await runJob(run, this.#services, this.#reports, this.#failedActions).catch((error) =>
      notifyIfKeptOpen(error, this.#services),
    );
  }

  async dryRun(item: unknown): Promise<void> {
    const run = await this.#prepare(item);
    await dryRunJob(run, this.#reports, this.#failedActions);
  }

  async resume(): Promise<void> {
    await resumeRuns(this.#services, this.#unfinishedRuns, (uri) => this.run(uri));
  }

  /** Returns a terminal in which a task runs a job file. */
  terminal(uri: vscode.Uri, isDryRun: boolean): vscode.Pseudoterminal {
    this.#failedActions.clear(uri);
    return new JobTerminal(() => JobRun.prepare(uri, this.#services, this.#unfinishedRuns), isDryRun);
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
  }
}
