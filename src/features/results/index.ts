import { freemem } from "node:os";
import * as vscode from "vscode";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { showWarning } from "../../host/notifications.ts";
import { readSettings } from "../../host/settings.ts";
import type { LoadCheck, LoadCheckColumn } from "../../protocol/load-check.ts";
import type { RunControls } from "../../protocol/result-sink.ts";
import type { ResultOriginLabels } from "../../protocol/results-view.ts";
import { DataWorkerProcess } from "./data-worker-process.ts";
import { EmbeddedResults } from "./embedded-results.ts";
import { rememberedResults, rememberResults } from "./remembered-results.ts";
import { ResultListModel } from "./result-list-model.ts";
import { ResultRetention } from "./result-retention.ts";
import { StoredResultWriter } from "./result-writer.ts";
import { ResultsViews } from "./results-views.ts";
import { StoredLayouts } from "./stored-layouts.ts";
import { registerStoredResultCommands } from "./stored-result-commands.ts";

export interface ResultsServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  /** Returns the current small-group setting of a connection, or undefined if it has none. */
  readonly guardOf: (connectionId: string) => SmallGroupGuard | undefined;
}

/** Functions of the results feature that other features use to store and show rows. */
export interface Results {
  /** Creates a result in the loading state and shows it. */
  begin(origin: ResultOriginLabels, controls: RunControls): Promise<StoredResultWriter>;
  /** Checks all rows of a local CSV file by the columns of a load schema. */
  checkLoadFile(file: string, columns: readonly LoadCheckColumn[], signal: AbortSignal): Promise<LoadCheck>;
  /** Access to results for pages outside the results view, such as notebook outputs. */
  readonly embedded: EmbeddedResults;
}

const workerThreads = 2;
const smallestMemoryMb = 256;

interface ResultsFeature extends vscode.Disposable {
  readonly results: Results;
  /** Starts the data worker and opens its store, so that the first run does not wait for it. */
  prepare(): Promise<void>;
}

/** Registers results: their worker, their views and their commands. */
export function register({ log, context, guardOf }: ResultsServices): ResultsFeature {
  const { extensionUri } = context;
  const list = new ResultListModel(() => Date.now(), rememberedResults(context.workspaceState));
  const worker = new DataWorkerProcess(log, () => ({
    extensionFolder: extensionUri.fsPath,
    spoolFolder: spoolFolder(context).fsPath,
    memoryLimitMb: workerMemoryMb(readSettings().memoryLimitMb),
    threads: workerThreads,
  }));
  const layouts = new StoredLayouts(context.workspaceState);
  const retention = new ResultRetention(list, worker, readSettings, spoolFolders(context).fsPath);
  const restore = restoreOnce(context, log, list, worker);
  const parts = { log, results: list, worker, layouts, retention };
  const views = new ResultsViews(extensionUri, parts, restore);
  const reveal = async () => {
    setHasResult(true);
    await context.workspaceState.update(hasResultsKey, true);
    await views.reveal(readSettings().resultLocation);
  };
  const work = registerStoredResultCommands({
    log,
    folder: storageFolder(context).fsPath,
    list,
    worker,
    retention,
    restore,
    views,
    reveal,
  });
  const results: Results = {
    begin: async (origin, controls) => {
      // The tab of an earlier run from before a reload can be taken only once that run is in the list.
      await restore();
      const guard = origin.connectionId === undefined ? undefined : guardOf(origin.connectionId);
      const writer = new StoredResultWriter(list, worker, origin, controls, guard);
      await context.workspaceState.update(hasResultsKey, true);
      if (!origin.isInNotebook) {
        await reveal();
      }
      return writer;
    },
    checkLoadFile: (file, columns, signal) => worker.request("checkLoadFile", { file, columns }, signal),
    embedded: new EmbeddedResults(parts, restore, reveal),
  };
  const disposable = vscode.Disposable.from(
    worker,
    views,
    work,
    rememberResults(context.workspaceState, list),
    list.onDidClose(() => setHasResult(list.list().some((result) => list.isListed(result)))),
    worker.onDidProgress((summary) => list.update(summary)),
    worker.onDidLose((message) => void showWarning(message)),
    registerCommand(log, commandIds.openResultInEditor, () => views.openInEditor()),
    registerCommand(log, commandIds.exportResultCsv, () => views.command("exportCsv")),
    registerCommand(log, commandIds.copyResult, () => views.command("cells")),
    registerCommand(log, commandIds.copyResultWithHeaders, () => views.command("cellsWithHeaders")),
    registerCommand(log, commandIds.copyResultHeaders, () => views.command("headers")),
    registerCommand(log, commandIds.copyResultCsv, () => views.command("csv")),
    registerCommand(log, commandIds.copyResultTsv, () => views.command("tsv")),
    registerCommand(log, commandIds.copyResultJson, () => views.command("json")),
    registerCommand(log, commandIds.copyResultMarkdown, () => views.command("markdown")),
    registerCommand(log, commandIds.copyResultSqlIn, () => views.command("sqlIn")),
    registerCommand(log, commandIds.copyResultSqlValues, () => views.command("sqlValues")),
    registerCommand(log, commandIds.chooseResultColumns, () => views.command("chooseColumns")),
    registerCommand(log, commandIds.fitResultColumns, () => views.command("fitColumns")),
    registerCommand(log, commandIds.showResultProfile, () => views.command("showProfile")),
    registerCommand(log, commandIds.toggleExactValues, () => views.command("toggleExactValues")),
    registerCommand(log, commandIds.filterResultRows, () => views.command("toggleFilters")),
    registerCommand(log, commandIds.clearResultFilters, () => views.command("clearFilters")),
    registerCommand(log, commandIds.copyResultCondition, () => views.command("copyCondition")),
    registerCommand(log, commandIds.findInResult, () => views.command("find")),
    registerCommand(log, commandIds.showResultPivot, () => views.command("showPivot")),
    registerCommand(log, commandIds.copyResultChart, () => views.command("copyChart")),
    registerCommand(log, commandIds.saveResultChart, () => views.command("saveChart")),
    registerCommand(log, commandIds.editChartSpec, () => views.command("editChartSpec")),
    registerCommand(log, commandIds.focusResults, () => views.focus(readSettings().resultLocation)),
    registerCommand(log, commandIds.nextResult, () => views.command("nextResult")),
    registerCommand(log, commandIds.previousResult, () => views.command("previousResult")),
  );
  const prepare = async () => {
    await worker.request("list", {});
  };
  return { results, prepare, dispose: () => disposable.dispose() };
}

function setHasResult(hasResult: boolean): void {
  void vscode.commands.executeCommand("setContext", "workforce.results.hasResult", hasResult);
}

const hasResultsKey = "workforce.hasResults";

/**
 * Restores the results of before a window reload, once. Does nothing if there are none, to avoid starting the data
 * worker.
 */
function restoreOnce(
  context: vscode.ExtensionContext,
  log: Log,
  list: ResultListModel,
  worker: DataWorkerProcess,
): () => Promise<void> {
  let restored: Promise<void> | undefined;
  const restore = async () => {
    if (list.list().length > 0 || !context.workspaceState.get<boolean>(hasResultsKey)) {
      return;
    }
    try {
      const { results } = await worker.request("list", {});
      for (const summary of results) {
        list.update(summary);
      }
      setHasResult(list.list().some((result) => list.isListed(result)));
    } catch (error) {
      logFailure(log, "Earlier results could not be opened", error);
    }
  };
  return () => {
    restored ??= restore();
    return restored;
  };
}

/**
 * Returns the memory limit of the data worker in megabytes: a quarter of the free memory, between a minimum and the
 * user's limit.
 */
function workerMemoryMb(limitMb: number): number {
  return Math.min(limitMb, Math.max(smallestMemoryMb, Math.floor(freemem() / 4 / 1024 / 1024)));
}

/**
 * Returns the folder in which only this window stores result rows. It is in the storage of the workspace; without a
 * workspace, it is new for each session.
 */
function spoolFolder(context: vscode.ExtensionContext): vscode.Uri {
  return context.storageUri
    ? vscode.Uri.joinPath(context.storageUri, "results")
    : vscode.Uri.joinPath(spoolFolders(context), vscode.env.sessionId);
}

function spoolFolders({ globalStorageUri }: vscode.ExtensionContext): vscode.Uri {
  return vscode.Uri.joinPath(globalStorageUri, "results");
}

/**
 * Returns the folder of the query run history: the storage of the workspace, or else a folder shared by all windows
 * without a workspace.
 */
function storageFolder({ storageUri, globalStorageUri }: vscode.ExtensionContext): vscode.Uri {
  return storageUri ?? globalStorageUri;
}
