import * as vscode from "vscode";
import { DisposableStack } from "../../base/disposable.ts";
import { onDidChangeSettings, readSettings } from "../../host/settings.ts";
import { Channel, ChannelError, type HandlersOf, type Packet } from "../../protocol/channel.ts";
import type { ChartViewAsks } from "../../protocol/chart.ts";
import { isOutputAsk, type OutputAsks } from "../../protocol/notebook-output.ts";
import type { ColumnViewAsks } from "../../protocol/result-columns.ts";
import type { WorkViewAsks } from "../../protocol/result-work.ts";
import {
  isResultsAsk,
  type ResultsViewAsks,
  type ResultsViewCommand,
  type ResultsViewTells,
  type ShownResult,
} from "../../protocol/results-view.ts";
import { chartAnswers } from "./chart-answers.ts";
import { ChartSpecFiles } from "./chart-spec-files.ts";
import { columnAnswers } from "./column-answers.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import type { KeptLayouts } from "./kept-layouts.ts";
import type { ResultKeeper } from "./result-keeper.ts";
import type { ResultListModel } from "./result-list-model.ts";
import { readLooks } from "./result-looks.ts";
import { workAnswers } from "./work-answers.ts";

type NoRequests = Record<never, never>;
type NoEvents = Record<never, never>;

type PageAsks = ResultsViewAsks & OutputAsks;

/** A page as the results reach it. */
export interface BridgedPage {
  post(packet: Packet): void;
  readonly onDidReceive: vscode.Event<unknown>;
  /** Whether the page shows the result, and so hears of it. */
  shows(result: ShownResult): boolean;
  /** What this page alone asks, or is answered in its own way. */
  readonly own?: Partial<HandlersOf<PageAsks>>;
}

/** What every page is connected with. */
export interface BridgeParts {
  readonly results: ResultListModel;
  readonly worker: DataWorkerProcess;
  readonly layouts: KeptLayouts;
  readonly keeper: ResultKeeper;
}

const isAsk = { ...isResultsAsk, ...isOutputAsk };

/** Connects one page with the results: answers what it asks, tells it what changed. */
export class ResultsBridge implements vscode.Disposable {
  readonly #channel: Channel<NoRequests, PageAsks, ResultsViewTells, NoEvents>;
  readonly #owned = new DisposableStack();

  constructor(page: BridgedPage, { results, worker, layouts, keeper }: BridgeParts) {
    const specs = new ChartSpecFiles(results);
    this.#channel = new Channel({
      port: { post: (packet) => page.post(packet) },
      handlers: {
        ...chartAnswers(results, worker, specs),
        ...workAnswers(results, worker, keeper),
        ...columnAnswers(results, worker, layouts),
        ...this.#handlers(page, results, worker, keeper),
        ...page.own,
        // What only an output asks is answered where the page has outputs.
      } as HandlersOf<PageAsks>,
      guards: isAsk,
    });
    this.#owned.add(specs);
    this.#owned.add(specs.onDidChange((changed) => this.#channel.tell("chartSpecChanged", changed)));
    this.#owned.add(page.onDidReceive((message) => this.#channel.receive(message)));
    this.#owned.add(
      results.onDidChange((result) => {
        if (page.shows(result)) {
          this.#channel.tell("changed", result);
        }
      }),
    );
    this.#owned.add(results.onDidClose((resultId) => this.#channel.tell("closed", { resultId })));
    this.#owned.add(onDidChangeSettings(() => this.#channel.tell("looks", readLooks())));
    this.#owned.add(results.onDidActivate((resultId) => this.#channel.tell("activate", { resultId })));
  }

  command(command: ResultsViewCommand): void {
    this.#channel.tell("command", { command });
  }

  dispose(): void {
    this.#channel.close({ code: "closed", message: "The view was closed." });
    this.#owned.dispose();
  }

  #handlers(
    page: Pick<BridgedPage, "shows">,
    results: ResultListModel,
    worker: DataWorkerProcess,
    keeper: ResultKeeper,
  ): HandlersOf<Omit<ResultsViewAsks, keyof WorkViewAsks | keyof ColumnViewAsks | keyof ChartViewAsks>> {
    return {
      ready: async () => ({
        results: results.list().filter((result) => page.shows(result)),
        activeId: results.activeId,
        looks: readLooks(),
      }),
      rows: (params, signal) => worker.ask("window", params, signal),
      cell: (params, signal) => worker.ask("cell", params, signal),
      arrange: (params, signal) => worker.ask("arrange", params, signal),
      columnValues: (params, signal) => worker.ask("columnValues", params, signal),
      find: (params, signal) => worker.ask("find", params, signal),
      countMatches: (params, signal) => worker.ask("countMatches", params, signal),
      rangeFacts: (params, signal) => worker.ask("rangeFacts", params, signal),
      rangeDistinct: (params, signal) => worker.ask("rangeDistinct", params, signal),
      columnTypes: (params, signal) => worker.ask("columnTypes", params, signal),
      pivot: (params, signal) => worker.ask("pivot", params, signal),
      suggestPivot: (params, signal) => worker.ask("suggestPivot", params, signal),
      copy: async (params, signal) => {
        const { neutralisesFormulas } = readSettings();
        const { text } = await worker.ask("copy", { ...params, neutralisesFormulas }, signal);
        await vscode.env.clipboard.writeText(text);
        return undefined;
      },
      copyText: async ({ text }) => {
        await vscode.env.clipboard.writeText(text);
        return undefined;
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
      look: async ({ resultId }) => {
        results.look(resultId);
        return undefined;
      },
      close: async ({ resultId }) => {
        await keeper.close(resultId);
        return undefined;
      },
    };
  }
}
