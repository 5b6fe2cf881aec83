import * as vscode from "vscode";
import { DisposableStack } from "../../base/disposable.ts";
import { loadOnce } from "../../base/load-once.ts";
import { isCancellation } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { onDidChangeSettings, readSettings } from "../../host/settings.ts";
import { Channel, ChannelError, type HandlersOf, type Packet } from "../../protocol/channel.ts";
import type { ChartViewRequests } from "../../protocol/chart.ts";
import { type OutputRequests, outputGuards } from "../../protocol/notebook-output.ts";
import { baseResultId } from "../../protocol/pivot.ts";
import type { ColumnViewRequests, ResultDisplaySettings } from "../../protocol/result-columns.ts";
import {
  type EventsToResultsView,
  type RequestsFromResultsView,
  type ResultsViewCommand,
  resultsGuards,
  type ShownResult,
} from "../../protocol/results-view.ts";
import type { StoredResultViewRequests } from "../../protocol/stored-results.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import { loadResultActions } from "./load-actions.ts";
import type { ResultListModel } from "./result-list-model.ts";
import type { ResultRetention } from "./result-retention.ts";
import type { StoredLayouts } from "./stored-layouts.ts";

type NoRequests = Record<never, never>;
type NoEvents = Record<never, never>;

type PageRequests = RequestsFromResultsView & OutputRequests;

/** Webview page that shows results, with the means to communicate with it. */
export interface BridgedPage {
  post(packet: Packet): void;
  readonly onDidReceive: vscode.Event<unknown>;
  /** Whether the page shows a result and is notified of its changes. */
  shows(result: ShownResult): boolean;
  /** Request handlers for this page only. They replace default handlers of the same name. */
  readonly overrides: Partial<HandlersOf<PageRequests>>;
}

/** Dependencies of the connection between a webview page and the results. */
export interface BridgeParts {
  readonly log: Log;
  readonly results: ResultListModel;
  readonly worker: DataWorkerProcess;
  readonly layouts: StoredLayouts;
  readonly retention: ResultRetention;
}

const guards = { ...resultsGuards, ...outputGuards };

/** Connection between one webview page and the results. Handles the requests of the page and notifies it of changes. */
export class ResultsBridge implements vscode.Disposable {
  readonly #channel: Channel<NoRequests, PageRequests, EventsToResultsView, NoEvents>;
  readonly #owned = new DisposableStack();
  #commandOnLoad: ResultsViewCommand | undefined;

  constructor(page: BridgedPage, { log, results, worker, layouts, retention }: BridgeParts) {
    const charts = loadOnce(async () => {
      const { ChartSpecFiles, chartHandlers } = await import("./chart-files.ts");
      const specs = new ChartSpecFiles(results, log);
      this.#owned.add(specs);
      this.#owned.add(specs.onDidChange((changed) => this.#channel.notify("chartSpecChanged", changed)));
      return chartHandlers(results, specs);
    });
    this.#channel = new Channel({
      port: { post: (packet) => page.post(packet) },
      handlers: {
        chartData: (params, signal) => worker.request("chartData", params, signal),
        chartSpec: async (params, signal) => (await charts()).chartSpec(params, signal),
        editChartSpec: async (params, signal) => (await charts()).editChartSpec(params, signal),
        saveChart: async (params, signal) => (await charts()).saveChart(params, signal),
        ...workHandlers(results, worker, retention),
        ...columnHandlers(results, worker, layouts),
        ...this.#handlers(page, results, worker, retention),
        ...page.overrides,
        // Requests that only notebook outputs send are handled by `page.overrides`.
      } as HandlersOf<PageRequests>,
      guards,
      onUnexpected: (name, error) => {
        if (!isCancellation(error)) {
          logFailure(log, `The request "${name}" of a page of results failed`, error);
        }
      },
    });
    this.#owned.add(page.onDidReceive((message) => this.#channel.receive(message)));
    this.#owned.add(
      results.onDidChange((result) => {
        if (page.shows(result)) {
          this.#channel.notify("changed", result);
        }
      }),
    );
    this.#owned.add(results.onDidClose((resultId) => this.#channel.notify("closed", { resultId })));
    this.#owned.add(onDidChangeSettings(() => this.#channel.notify("displaySettings", readDisplaySettings())));
    this.#owned.add(results.onDidActivate((resultId) => this.#channel.notify("activate", { resultId })));
  }

  command(command: ResultsViewCommand): void {
    this.#channel.notify("command", { command });
  }

  /** Sends a command when the page has loaded; VS Code reloads a hidden page when it is shown. */
  commandOnLoad(command: ResultsViewCommand): void {
    this.#commandOnLoad = command;
  }

  dispose(): void {
    this.#channel.close({ code: "closed", message: "The view was closed." });
    this.#owned.dispose();
  }

  #handlers(
    page: Pick<BridgedPage, "shows">,
    results: ResultListModel,
    worker: DataWorkerProcess,
    retention: ResultRetention,
  ): HandlersOf<
    Omit<RequestsFromResultsView, keyof StoredResultViewRequests | keyof ColumnViewRequests | keyof ChartViewRequests>
  > {
    return {
      ready: async () => {
        if (this.#commandOnLoad) {
          this.command(this.#commandOnLoad);
          this.#commandOnLoad = undefined;
        }
        return {
          results: results.list().filter((result) => page.shows(result)),
          activeId: results.activeId,
          displaySettings: readDisplaySettings(),
        };
      },
      rows: (params, signal) => worker.request("window", params, signal),
      cell: (params, signal) => worker.request("cell", params, signal),
      recordsQuery: async (params, signal) =>
        (await loadResultActions()).findRecordsQuery(results, worker, params, signal),
      runRecordsQuery: async ({ resultId, text }) => {
        await results.controlsOf(baseResultId(resultId))?.records?.run(text);
        return undefined;
      },
      arrange: (params, signal) => worker.request("arrange", params, signal),
      columnValues: (params, signal) => worker.request("columnValues", params, signal),
      find: (params, signal) => worker.request("find", params, signal),
      countMatches: (params, signal) => worker.request("countMatches", params, signal),
      rangeStatistics: (params, signal) => worker.request("rangeStatistics", params, signal),
      rangeDistinct: (params, signal) => worker.request("rangeDistinct", params, signal),
      columnTypes: (params, signal) => worker.request("columnTypes", params, signal),
      pivot: (params, signal) => worker.request("pivot", params, signal),
      suggestPivot: (params, signal) => worker.request("suggestPivot", params, signal),
      copy: async (params, signal) => {
        const { neutralisesFormulas } = readSettings();
        const { text } = await worker.request("copy", { ...params, neutralisesFormulas }, signal);
        await vscode.env.clipboard.writeText(text);
        return undefined;
      },
      copyText: async ({ text }) => {
        await vscode.env.clipboard.writeText(text);
        return undefined;
      },
      openValue: async (params, signal) => {
        const content = (await worker.request("cell", params, signal)) ?? "";
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
      correctConnection: async ({ resultId, action }) => {
        await (await loadResultActions()).correctConnection(results.find(baseResultId(resultId)), action);
        return undefined;
      },
      goTo: async ({ resultId, line, column }) => {
        const { showQueryPosition } = await loadResultActions();
        await showQueryPosition(results.find(resultId)?.origin.file, line - 1, column - 1);
        return undefined;
      },
      setActive: async ({ resultId }) => {
        results.setShown(resultId);
        return undefined;
      },
      touch: async ({ resultId }) => {
        results.touch(baseResultId(resultId));
        return undefined;
      },
      rename: async ({ resultId }) => {
        await (await loadResultActions()).renameResult(results, resultId);
        return undefined;
      },
      compareWithPrevious: async ({ resultId }) => {
        await vscode.commands.executeCommand(commandIds.compareWithPreviousRun, resultId);
        return undefined;
      },
      focusEditor: async () => {
        await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
        return undefined;
      },
      close: async ({ resultId }) => {
        await retention.close(resultId);
        return undefined;
      },
    };
  }
}

/** Returns the handlers of column requests from a results page. */
function columnHandlers(
  results: ResultListModel,
  worker: DataWorkerProcess,
  layouts: StoredLayouts,
): HandlersOf<ColumnViewRequests> {
  return {
    columnSummary: (params, signal) => worker.request("columnSummary", params, signal),
    columnProfile: (params, signal) => worker.request("columnProfile", params, signal),
    layout: async ({ resultId }) => {
      const shown = results.find(resultId);
      return shown && layouts.find(shown.origin.query);
    },
    storeLayout: async ({ resultId, layout }) => {
      const shown = results.find(resultId);
      if (shown) {
        await layouts.store(shown.origin.query, layout);
      }
      return undefined;
    },
  };
}

type Params = StoredResultViewRequests["export"]["params"];

/** Returns a pivot table as a result to export. Its origin is that of the result it was computed from. */
function pivotResult(results: ResultListModel, { resultId, shownRows }: Params): ShownResult | undefined {
  const base = results.find(baseResultId(resultId));
  return base && { ...base, summary: { ...base.summary, rowCount: shownRows } };
}

/** Returns the handlers of requests that concern a complete result, such as its export. */
function workHandlers(
  results: ResultListModel,
  worker: DataWorkerProcess,
  retention: ResultRetention,
): HandlersOf<StoredResultViewRequests> {
  return {
    export: async (params, signal) => {
      const shown = results.find(params.resultId) ?? pivotResult(results, params);
      if (!shown) {
        throw new ChannelError({ code: "closed", message: vscode.l10n.t("This result was closed.") });
      }
      const { exportResult } = await loadResultActions();
      return exportResult(worker, shown, params, signal);
    },
    pin: async ({ resultId, isPinned }) => {
      await retention.pin(resultId, isPinned);
      return undefined;
    },
  };
}

/** Heights of table rows in pixels, by value of the user's setting. */
const rowHeights = { compact: 20, comfortable: 30 } as const;

/** Reads the user's settings for the display of results. */
export function readDisplaySettings(): ResultDisplaySettings {
  const { density, numberFormat, hasColumnSummaries } = readSettings();
  return { rowHeight: rowHeights[density], numberFormat, hasSummaries: hasColumnSummaries };
}
