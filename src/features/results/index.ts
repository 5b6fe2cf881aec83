import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { type Log, showInLog } from "../../host/log.ts";
import { readSettings } from "../../host/settings.ts";
import type { ResultOriginFacts } from "../../protocol/results-view.ts";
import { DataWorkerProcess } from "./data-worker-process.ts";
import { type ResultControls, ResultListModel } from "./result-list-model.ts";
import { keepTimes, storedTimes } from "./result-times.ts";
import { ResultWriter } from "./result-writer.ts";
import { ResultsViews } from "./results-views.ts";

export interface ResultsServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
}

/** The results as runs see them. */
export interface Results {
  /** Shows a new result as loading. */
  begin(origin: ResultOriginFacts, controls: ResultControls): Promise<ResultWriter>;
}

const workerThreads = 2;

/** Registers results: their worker, their places and their commands. */
export function register({ log, context }: ResultsServices): vscode.Disposable & { results: Results } {
  const { extensionUri } = context;
  const list = new ResultListModel(() => Date.now(), storedTimes(context.workspaceState));
  const worker = new DataWorkerProcess(log, () => ({
    extensionFolder: extensionUri.fsPath,
    spoolFolder: spoolFolder(context).fsPath,
    memoryLimitMb: readSettings().memoryLimitMb,
    threads: workerThreads,
  }));
  const views = new ResultsViews(extensionUri, list, worker, restoreOnce(context, log, list, worker));
  const results: Results = {
    begin: async (origin, controls) => {
      const writer = new ResultWriter(list, worker, origin, controls);
      await context.workspaceState.update(hasResultsKey, true);
      setHasResult(true);
      await views.reveal(readSettings().resultLocation);
      return writer;
    },
  };
  const disposable = vscode.Disposable.from(
    worker,
    views,
    keepTimes(context.workspaceState, list),
    list.onDidClose(() => setHasResult(list.list().length > 0)),
    worker.onDidProgress((summary) => list.update(summary)),
    worker.onDidLose((message) => void vscode.window.showWarningMessage(message)),
    registerCommand(log, commandIds.openResultInEditor, () => views.openInEditor()),
    registerCommand(log, commandIds.exportResultCsv, () => views.command("exportCsv")),
    registerCommand(log, commandIds.copyResult, () => views.command("cells")),
    registerCommand(log, commandIds.copyResultWithHeaders, () => views.command("cellsWithHeaders")),
    registerCommand(log, commandIds.focusResults, () => views.focus()),
  );
  return { results, dispose: () => disposable.dispose() };
}

function setHasResult(hasResult: boolean): void {
  void vscode.commands.executeCommand("setContext", "workforce.results.hasResult", hasResult);
}

const hasResultsKey = "workforce.hasResults";

/** Brings back the results of before a reload, once, and only where there are some: the worker is not started for nothing. */
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
      const { results } = await worker.ask("list", {});
      for (const summary of results) {
        list.update(summary);
      }
      setHasResult(results.length > 0);
    } catch (error) {
      showInLog(log, "Earlier results could not be opened", error);
    }
  };
  return () => {
    restored ??= restore();
    return restored;
  };
}

/** A folder of this window alone: the workspace's, else one for as long as the window lives. */
function spoolFolder({ storageUri, globalStorageUri }: vscode.ExtensionContext): vscode.Uri {
  return storageUri
    ? vscode.Uri.joinPath(storageUri, "results")
    : vscode.Uri.joinPath(globalStorageUri, "results", vscode.env.sessionId);
}
