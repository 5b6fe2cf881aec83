import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import type { Log } from "../../host/log.ts";
import { type Child, startChild } from "../../host/processes/child.ts";
import { Channel, ChannelError } from "../../protocol/channel.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import { sendResultBody } from "../../protocol/result-body.ts";
import type { DataWorkerEvents, DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { type DataWorkerSettings, dataWorkerStart } from "../../results/worker/start.ts";

type NoRequests = Record<never, never>;
type NoEvents = Record<never, never>;

interface Running {
  readonly child: Child;
  readonly channel: Channel<DataWorkerRequests, NoRequests, NoEvents, DataWorkerEvents>;
}

const lossCode = "workerLost";

const readingRequests: ReadonlySet<keyof DataWorkerRequests> = new Set([
  "window",
  "cell",
  "arrange",
  "columnTypes",
  "columnValues",
  "find",
  "countMatches",
  "rangeFacts",
  "rangeDistinct",
  "columnSummary",
  "columnProfile",
  "copy",
  "chartData",
  "pivot",
  "suggestPivot",
  "list",
]);

function isLoss(error: unknown): boolean {
  return error instanceof ChannelError && error.code === lossCode;
}

/** The data worker as the results see it: started when it is needed, and again after it ended; what it spooled stays. */
export class DataWorkerProcess implements vscode.Disposable {
  readonly #log: Log;
  readonly #settings: () => DataWorkerSettings;
  #running: Promise<Running> | undefined;
  readonly #progress = new EventSource<ResultSummary>();
  readonly onDidProgress = this.#progress.event;
  readonly #exported = new EventSource<DataWorkerEvents["exportProgress"]>();
  readonly onDidExportProgress = this.#exported.event;
  readonly #lost = new EventSource<string>();
  /** The worker ended on its own; gives what to tell the user. */
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
      // What only reads can be asked of the next worker, which opens what was spooled; a load cannot.
      if (!readingRequests.has(name) || !isLoss(error) || this.#isDisposed) {
        throw error;
      }
      const { channel } = await this.#start();
      return await channel.request(name, params, signal);
    }
  }

  /** Pumps a body into the worker, no faster than it takes it. */
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
    const { child } = await startChild(
      { name: "Data worker", readiness: "channel", ...dataWorkerStart(settings) },
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
        "The results worker ended unexpectedly ({0}). It is started again, and results that were complete are still here. Run again what was running.",
        signal ?? String(code),
      );
      channel.close({ code: lossCode, message });
      // A result that was being loaded says it itself.
      if (!this.#isDisposed && !isLoading) {
        this.#lost.fire(message);
      }
    });
    return { child, channel };
  }
}
