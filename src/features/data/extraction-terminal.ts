import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import { startedJobOf } from "../../contract/started-job.ts";
import { connectionOf } from "../../host/call-tenant.ts";
import { CancelledError, isCancellation } from "../../host/cancellation.ts";
import { formatTerminalText } from "../../host/untrusted-text.ts";
import type { DataServices } from "./data-services.ts";
import { targetOf } from "./data-target.ts";
import { type ExtractionPlan, extractionBody } from "./extraction-plan-model.ts";
import { describeExtraction } from "./extraction-text.ts";

/** Terminal of a task that extracts: the window in words, then each job to its end. Exit code 1 if one did not succeed. */
export class ExtractionTerminal implements vscode.Pseudoterminal {
  readonly #plan: ExtractionPlan | string;
  readonly #services: DataServices;
  readonly #written = new vscode.EventEmitter<string>();
  readonly #closed = new vscode.EventEmitter<number>();
  readonly #stopping = new AbortController();
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;

  constructor(plan: ExtractionPlan | string, services: DataServices) {
    this.#plan = plan;
    this.#services = services;
  }

  open(): void {
    void this.#run().then((isGood) => this.#closed.fire(isGood ? 0 : 1));
  }

  /** Stops waiting; the jobs go on. */
  close(): void {
    this.#stopping.abort(new CancelledError());
  }

  handleInput(data: string): void {
    if (data === "\u0003") {
      this.close();
    }
  }

  async #run(): Promise<boolean> {
    try {
      const plan = this.#plan;
      if (typeof plan === "string") {
        throw new Error(vscode.l10n.t("The task's field {0} cannot be used; correct it in tasks.json.", plan));
      }
      return await this.#extract(plan);
    } catch (error) {
      this.#write(
        isCancellation(error)
          ? vscode.l10n.t("Stopped waiting; the job goes on.")
          : vscode.l10n.t("Failed: {0}", error instanceof Error ? error.message : String(error)),
      );
      return false;
    }
  }

  async #extract(plan: ExtractionPlan): Promise<boolean> {
    const { connections } = this.#services;
    const { signal } = this.#stopping;
    const target = await targetOf(undefined, this.#services);
    const { client } = await connections.sessionFor(target.connectionId, target.tenant);
    const { pollJob, watchJob } = await import("../../client/service-client.ts");
    const { label } = connectionOf(target.connectionId, connections);
    this.#write(`${label} · ${target.tenant}`);
    for (const line of describeExtraction(
      plan,
      plan.connectors ?? [vscode.l10n.t("all connectors with a credential")],
      Date.now(),
    )) {
      this.#write(line);
    }
    const body = extractionBody(plan);
    const answer = await client.runExtractionJob({ body }, { signal });
    let job: JobReference | undefined = startedJobOf("runExtractionJob", { body }, answer, target.tenant);
    while (job) {
      const reference: JobReference = job;
      job = undefined;
      const poll = (stop: AbortSignal | undefined) => pollJob(client, reference, stop);
      for await (const state of watchJob(poll, { clock: systemClock, random: Math.random, signal })) {
        this.#write([state.jobType, state.status, state.message].filter(Boolean).join(" · "));
        if (state.phase === "failed" || state.phase === "cancelled") {
          return false;
        }
      }
      const { jobStatus = [] } = await client.listJobStatuses({}, { signal });
      const next = jobStatus.find(({ parentJobId }) => reference.kind === "job" && parentJobId === reference.jobId);
      job = next?.jobId === undefined ? undefined : { kind: "job", jobId: next.jobId, tenant: target.tenant };
    }
    return true;
  }

  #write(text: string): void {
    this.#written.fire(formatTerminalText(text));
  }
}
