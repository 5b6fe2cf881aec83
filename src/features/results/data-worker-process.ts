import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import type { Log } from "../../host/log.ts";
import { type Child, startChild } from "../../host/processes/child.ts";
import { Channel } from "../../protocol/channel.ts";
import type { DataWorkerAsks, DataWorkerTells, ResultSummary } from "../../protocol/data-worker.ts";
import { sendResultBody } from "../../protocol/result-body.ts";
import { type DataWorkerSettings, dataWorkerStart } from "../../results/start.ts";

type NoRequests = Record<never, never>;
type NoEvents = Record<never, never>;

interface Running {
  readonly child: Child;
  readonly channel: Channel<DataWorkerAsks, NoRequests, NoEvents, DataWorkerTells>;
}

/** The data worker as the results see it: started when it is needed, and again after it ended; what it spooled stays. */
export class DataWorkerProcess implements vscode.Disposable {
  readonly #log: Log;
  readonly #settings: () => DataWorkerSettings;
  #running: Promise<Running> | undefined;
  readonly #progress = new EventSource<ResultSummary>();
  readonly onDidProgress = this.#progress.event;
  readonly #lost = new EventSource<string>();
  /** The worker ended on its own; gives what to tell the user. */
  readonly onDidLose = this.#lost.event;
  #isDisposed = false;

  constructor(log: Log, settings: () => DataWorkerSettings) {
    this.#log = log;
    this.#settings = settings;
  }

  async ask<Name extends keyof DataWorkerAsks & string>(
    name: Name,
    params: DataWorkerAsks[Name]["params"],
    signal?: AbortSignal,
  ): Promise<DataWorkerAsks[Name]["result"]> {
    const { channel } = await this.#start();
    return await channel.ask(name, params, signal);
  }

  /** Pumps a body into the worker, no faster than it takes it. */
  async send(resultId: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const { child } = await this.#start();
    await sendResultBody(child.bodyPipe, resultId, body, signal);
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#running?.then(({ child }) => child.stop()).catch(() => undefined);
    this.#progress.dispose();
    this.#lost.dispose();
  }

  #start(): Promise<Running> {
    this.#running ??= this.#launch();
    this.#running.catch(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #launch(): Promise<Running> {
    const settings = this.#settings();
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(settings.spoolFolder));
    const { child } = await startChild(
      { name: "Data worker", readiness: "channel", ...dataWorkerStart(settings) },
      this.#log,
    );
    const channel: Running["channel"] = new Channel({
      port: { post: (packet) => child.post(packet) },
      handlers: {},
      listeners: {
        progress: (summary: ResultSummary) => this.#progress.fire(summary),
        broken: ({ message }: { message: string }) => this.#log.error(message),
      },
    });
    child.onMessage((message) => channel.receive(message));
    child.onDidExit(({ signal, code }) => {
      this.#running = undefined;
      const message = vscode.l10n.t(
        "The results worker ended unexpectedly ({0}) and was started again. Results that were complete are still here.",
        signal ?? String(code),
      );
      channel.close({ code: "workerLost", message });
      if (!this.#isDisposed) {
        this.#lost.fire(message);
      }
    });
    return { child, channel };
  }
}
