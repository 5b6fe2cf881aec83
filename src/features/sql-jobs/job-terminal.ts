import * as vscode from "vscode";
import { type JobFileProgress, readTenantJobs } from "../../client/sql/run-job-file.ts";
import { CancelledError, isCancellation } from "../../host/cancellation.ts";
import { readSettings } from "../../host/settings.ts";
import { formatTerminalText } from "../../host/untrusted-text.ts";
import { totalsText } from "./count-text.ts";
import { dryRunText, mismatchLines } from "./dry-run-text.ts";
import type { JobRun, RunListener } from "./job-run.ts";
import { outcomeText } from "./notify-outcome.ts";
import { stepProgressText, stoppingText } from "./run-progress.ts";
import { totalsByTable } from "./write-totals-model.ts";

const exitCodes = { good: 0, failed: 1 } as const;

/**
 * Terminal of a task that runs a job file: one line for each step; exit code 1 for a failure, a stop or an open
 * transaction. Prompts only where the role gate does. If the job neither commits nor rolls back, its transaction is
 * rolled back.
 */
export class JobTerminal implements vscode.Pseudoterminal {
  readonly #prepare: () => Promise<JobRun>;
  readonly #isDryRun: boolean;
  readonly #written = new vscode.EventEmitter<string>();
  readonly #closed = new vscode.EventEmitter<number>();
  readonly #stopping = new AbortController();
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;
  #lastLine = "";
  /** Name of the job file, or undefined before it was read. */
  #name: string | undefined;

  constructor(prepare: () => Promise<JobRun>, isDryRun: boolean) {
    this.#prepare = prepare;
    this.#isDryRun = isDryRun;
  }

  open(): void {
    void this.#run().then((code) => this.#closed.fire(code));
  }

  close(): void {
    if (this.#name !== undefined && !this.#stopping.signal.aborted) {
      this.#write(stoppingText(this.#name));
    }
    this.#stopping.abort(new CancelledError());
  }

  /** Stops the run on Ctrl+C. */
  handleInput(data: string): void {
    if (data === "\u0003") {
      this.close();
    }
  }

  async #run(): Promise<number> {
    try {
      const run = await this.#prepare();
      this.#name = run.document.name;
      const { connection, tenant } = run.target;
      this.#write(
        `${run.document.name}: ${[connection, tenant ?? (await run.target.loginTenant())].filter(Boolean).join(" · ")}`,
      );
      const needsDryRun = this.#isDryRun || (!run.isReadonly && readSettings().dryRunsJobs);
      if (needsDryRun && !(await this.#dryRun(run))) {
        return exitCodes.failed;
      }
      return this.#isDryRun ? exitCodes.good : await this.#runJob(run);
    } catch (error) {
      this.#write(
        isCancellation(error)
          ? vscode.l10n.t("Stopped; nothing was changed.")
          : vscode.l10n.t("Failed: {0}", error instanceof Error ? error.message : String(error)),
      );
      return exitCodes.failed;
    }
  }

  async #dryRun(run: JobRun): Promise<boolean> {
    this.#write(vscode.l10n.t("Dry run"));
    const report = await run.dryRun(this.#listener());
    if (this.#isDryRun || !report.isGood) {
      const { connection, tenant } = run.target;
      this.#write(dryRunText(report, { file: run.document.name, connection, tenant }));
    } else {
      for (const totals of totalsByTable(report.tenants)) {
        this.#write(totalsText(totals));
      }
      for (const line of mismatchLines(report)) {
        this.#write(vscode.l10n.t("Columns differ: {0}", line));
      }
    }
    return report.isGood;
  }

  async #runJob(run: JobRun): Promise<number> {
    this.#write(vscode.l10n.t("Run"));
    await run.askToSave();
    const outcome = await run.run(this.#listener());
    for (const { tenant, message } of readTenantJobs(outcome.state)) {
      this.#write([tenant, message].filter(Boolean).join(": "));
    }
    if (outcome.transactionState === "open") {
      await outcome.transaction.rollBack();
      this.#write(vscode.l10n.t("The job neither commits nor rolls back, so it was rolled back. Add a commit."));
      return exitCodes.failed;
    }
    this.#write(outcomeText(run.document, outcome, run.isReadonly));
    return exitCodes.good;
  }

  #listener(): RunListener {
    return { signal: this.#stopping.signal, onStep: (step) => this.#notifyStep(step) };
  }

  /** Writes one line for each step, not for each chunk of a file. */
  #notifyStep(step: JobFileProgress): void {
    const isPartial =
      (step.kind === "upload" || step.kind === "download") && step.bytes > 0 && step.bytes !== step.totalBytes;
    const line = stepProgressText(step);
    if (!isPartial && line !== this.#lastLine) {
      this.#lastLine = line;
      this.#write(line);
    }
  }

  #write(text: string): void {
    this.#written.fire(formatTerminalText(text));
  }
}
