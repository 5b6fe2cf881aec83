import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { type Log, logFailure } from "../../host/log.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { requireActiveResult } from "./active-result.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import { History } from "./history.ts";
import { loadResultActions } from "./load-actions.ts";
import type { ResultListModel } from "./result-list-model.ts";
import type { ResultRetention } from "./result-retention.ts";
import type { ResultsViews } from "./results-views.ts";
import { ScratchController } from "./scratch-controller.ts";

interface WorkParts {
  readonly log: Log;
  /** Folder of the query run history. */
  readonly folder: string;
  readonly list: ResultListModel;
  readonly worker: DataWorkerProcess;
  readonly retention: ResultRetention;
  /** Restores the results of before a window reload. */
  readonly restore: () => Promise<void>;
  readonly views: ResultsViews;
  /** Shows the results view. Called when there is a new result. */
  readonly reveal: () => Promise<void>;
}

/**
 * Registers the commands on complete results and local files: explore, export, pin, compare, scratch queries and
 * history.
 */
export function registerStoredResultCommands({
  log,
  folder,
  list,
  worker,
  retention,
  restore,
  views,
  reveal,
}: WorkParts): vscode.Disposable {
  const history = new History({ log, folder, results: list, retention, reveal });
  const scratch = new ScratchController({ results: list, worker, reveal });
  const previousRun = (result: ShownResult) => history.findPrevious(result);
  const activeId = () => requireActiveResult(list).summary.resultId;
  return vscode.Disposable.from(
    history,
    scratch,
    retention.watch((error) => logFailure(log, "Old results could not be removed", error)),
    registerCommand(log, commandIds.exploreFile, async (file?: unknown) => {
      await restore();
      await (await loadResultActions()).exploreFile(file, { results: list, worker, reveal });
    }),
    registerCommand(log, commandIds.exportResult, () => views.command("export")),
    registerCommand(log, commandIds.pinResult, async () => {
      const { resultId, isPinned = false } = requireActiveResult(list).summary;
      await retention.pin(resultId, !isPinned);
    }),
    registerCommand(log, commandIds.compareResults, async () =>
      (await loadResultActions()).compareWithActive({ results: list, worker, reveal, previousRun }),
    ),
    registerCommand(log, commandIds.compareWithPreviousRun, async (resultId?: unknown) =>
      (await loadResultActions()).compareWithPrevious(typeof resultId === "string" ? resultId : undefined, {
        results: list,
        worker,
        reveal,
        previousRun,
      }),
    ),
    registerCommand(log, commandIds.copyCompareReport, async () =>
      (await loadResultActions()).copyReport(activeId(), worker),
    ),
    registerCommand(log, commandIds.saveCompareReport, async () =>
      (await loadResultActions()).saveReport(activeId(), worker),
    ),
    registerCommand(log, commandIds.showResultHistory, async () => {
      await restore();
      await history.show();
    }),
    registerCommand(log, commandIds.clearResultHistory, () => history.clear()),
    registerCommand(log, commandIds.newScratch, async () => {
      await restore();
      await scratch.create();
    }),
    registerCommand(log, commandIds.runScratch, () => scratch.run()),
  );
}
