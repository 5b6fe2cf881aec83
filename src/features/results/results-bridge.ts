import * as vscode from "vscode";
import { DisposableStack } from "../../base/disposable.ts";
import { Channel, ChannelError, type HandlersOf } from "../../protocol/channel.ts";
import {
  isResultsAsk,
  type ResultsViewAsks,
  type ResultsViewCommand,
  type ResultsViewTells,
} from "../../protocol/results-view.ts";
import { exportCsv } from "./csv-export.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import type { ResultListModel } from "./result-list-model.ts";

/** Row height of the grid, in pixels. */
const rowHeight = 22;

type NoRequests = Record<never, never>;
type NoEvents = Record<never, never>;

/** Connects one page with the results: answers what it asks, tells it what changed. */
export class ResultsBridge implements vscode.Disposable {
  readonly #channel: Channel<NoRequests, ResultsViewAsks, ResultsViewTells, NoEvents>;
  readonly #owned = new DisposableStack();

  constructor(webview: vscode.Webview, results: ResultListModel, worker: DataWorkerProcess) {
    this.#channel = new Channel({
      port: { post: (packet) => void webview.postMessage(packet) },
      handlers: checked(this.#handlers(results, worker)),
    });
    this.#owned.add(webview.onDidReceiveMessage((message) => this.#channel.receive(message)));
    this.#owned.add(results.onDidChange((result) => this.#channel.tell("changed", result)));
    this.#owned.add(results.onDidClose((resultId) => this.#channel.tell("closed", { resultId })));
    this.#owned.add(results.onDidActivate((resultId) => this.#channel.tell("activate", { resultId })));
  }

  command(command: ResultsViewCommand): void {
    this.#channel.tell("command", { command });
  }

  dispose(): void {
    this.#channel.close({ code: "closed", message: "The view was closed." });
    this.#owned.dispose();
  }

  #handlers(results: ResultListModel, worker: DataWorkerProcess): HandlersOf<ResultsViewAsks> {
    return {
      ready: async () => ({ results: results.list(), activeId: results.activeId, rowHeight }),
      rows: (params, signal) => worker.ask("window", params, signal),
      cell: (params, signal) => worker.ask("cell", params, signal),
      sort: (params, signal) => worker.ask("sort", params, signal),
      columnTypes: (params, signal) => worker.ask("columnTypes", params, signal),
      chartData: (params, signal) => worker.ask("chartData", params, signal),
      copy: async (params, signal) => {
        const { text } = await worker.ask("copy", params, signal);
        await vscode.env.clipboard.writeText(text);
        return undefined;
      },
      copyText: async ({ text }) => {
        await vscode.env.clipboard.writeText(text);
        return undefined;
      },
      exportCsv: (params, signal) => {
        const shown = results.find(params.resultId);
        return shown ? exportCsv(worker, shown, params, signal) : gone();
      },
      openValue: async (params, signal) => {
        const content = (await worker.ask("cell", params, signal)) ?? "";
        const document = await vscode.workspace.openTextDocument({ content });
        await vscode.window.showTextDocument(document, { preview: true });
        return undefined;
      },
      cancel: async ({ resultId }) => {
        results.controlsOf(resultId)?.cancel();
        return undefined;
      },
      rerun: async ({ resultId }) => {
        const controls = results.controlsOf(resultId);
        if (!controls) {
          throw new ChannelError({
            code: "noRun",
            message: vscode.l10n.t(
              "This result is from before the window was reloaded. Run the query in its file again.",
            ),
          });
        }
        controls.rerun();
        return undefined;
      },
      close: async ({ resultId }) => {
        results.controlsOf(resultId)?.cancel();
        results.close(resultId);
        await worker.ask("close", { resultId });
        return undefined;
      },
    };
  }
}

function gone(): never {
  throw new ChannelError({ code: "closed", message: vscode.l10n.t("This result was closed.") });
}

/** Refuses what is not in the form of its request before a handler sees it. */
function checked(handlers: HandlersOf<ResultsViewAsks>): HandlersOf<ResultsViewAsks> {
  const entries = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (params: unknown, signal: AbortSignal) => {
      if (!isResultsAsk[name as keyof ResultsViewAsks](params)) {
        throw new ChannelError({ code: "malformed", message: `"${name}" was asked in a form that it does not have.` });
      }
      return await (handle as (params: unknown, signal: AbortSignal) => Promise<unknown>)(params, signal);
    },
  ]);
  return Object.fromEntries(entries);
}
