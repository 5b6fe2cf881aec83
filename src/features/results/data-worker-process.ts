import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import type { Log } from "../../host/log.ts";
import { type ChildProcessHandle, startChildProcess } from "../../host/processes/child.ts";
import { sendResultBody } from "../../protocol/body-frames.ts";
import { Channel, ChannelError } from "../../protocol/channel.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { DataWorkerEvents, DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { createDataWorkerStart, type DataWorkerSettings } from "../../results/worker/start.ts";

type NoRequests = Record<never, never>;
type NoEvents = Record<never, never>;

interface Running {
  readonly child: ChildProcessHandle;
  readonly channel: Channel<DataWorkerRequests, NoRequests, NoEvents, DataWorkerEvents>;
}

const workerLostCode = "workerLost";

const readOnlyRequests: ReadonlySet<keyof DataWorkerRequests> = new Set([
  "window",
  "cell",
  "arrange",
  "columnTypes",
  "columnValues",
  "find",
  "countMatches",
  "rangeStatistics",
  "rangeDistinct",
  "columnSummary",
  "columnProfile",
  "copy",
  "chartData",
  "pivot",
  "suggestPivot",
  "list",
  "checkLoadFile",
]);

function isWorkerLoss(error: unknown): boolean {
  return error instanceof ChannelError && error.code === workerLostCode;
}

/**
 * Client of the data worker process. Starts the process on first use, and again after it exits. Rows on disk survive an
 * exit.
 */
export class DataWorkerProcess implements vscode.Disposable {
  readonly #log: Log;
  readonly #settings: () => DataWorkerSettings;
  #running: Promise<Running> | undefined;
  readonly #progress = new EventSource<ResultSummary>();
  readonly onDidProgress = this.#progress.event;
  readonly #exported = new EventSource<DataWorkerEvents["exportProgress"]>();
  readonly onDidExportProgress = this.#exported.event;
  readonly #lost = new EventSource<string>();
  /** Fires when the data worker exits unexpectedly. The value is a message for the user. */
  readonly onDidLose = this.#lost.event;
  #isDisposed = false;
  #loads = 0;

  constructor(log: Log, settings: () => DataWorkerSettings) {
    this.#log = log;
    this.#settings = settings;
  }

  async request<Name extends keyof DataWorkerRequests & string>(
    name: Name,
    params: DataWorkerRequests[Name]["params"],
    signal?: AbortSignal,
  ): Promise<DataWorkerRequests[Name]["result"]> {
    try {
      const { channel } = await this.#start();
      return await channel.request(name, params, signal);
    } catch (error) {
      // Read-only requests are repeated in a new worker, which reopens what was spooled. A load cannot be repeated.
      if (!readOnlyRequests.has(name) || !isWorkerLoss(error) || this.#isDisposed) {
        throw error;
      }
      const { channel } = await this.#start();
      return await channel.request(name, params, signal);
    }
  }

  /** Streams a response body to the data worker, with back-pressure. */
  async send(resultId: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const { child } = await this.#start();
    this.#loads++;
    try {
      await sendResultBody(child.bodyPipe, resultId, body, signal);
    } finally {
      this.#loads--;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#running?.then(({ child }) => child.stop()).catch(() => undefined);
    this.#progress.dispose();
    this.#exported.dispose();
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
    const { child } = await startChildProcess(
      { name: "Data worker", readiness: "channel", ...createDataWorkerStart(settings) },
      this.#log,
    );
    const channel: Running["channel"] = new Channel({
      port: { post: (packet) => child.post(packet) },
      handlers: {},
      listeners: {
        progress: (summary: ResultSummary) => this.#progress.fire(summary),
        exportProgress: (progress: DataWorkerEvents["exportProgress"]) => this.#exported.fire(progress),
        broken: ({ message }: { message: string }) => this.#log.error(message),
      },
    });
    child.onMessage((message) => channel.receive(message));
    child.onDidExit(({ signal, code }) => {
      this.#running = undefined;
      const isLoading = this.#loads > 0;
      const message = vscode.l10n.t(
        "The results worker ended unexpectedly ({0}). It restarts when it is needed, and complete results are still available. Run the others again.",
        signal ?? String(code),
      );
      channel.close({ code: workerLostCode, message });
      // A result that was loading reports the failure itself.
      if (!this.#isDisposed && !isLoading) {
        this.#lost.fire(message);
      }
    });
    return { child, channel };
  }
}
