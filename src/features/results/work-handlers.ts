import * as vscode from "vscode";
import { ChannelError, type HandlersOf } from "../../protocol/channel.ts";
import { baseResultId } from "../../protocol/pivot.ts";
import type { WorkViewRequests } from "../../protocol/result-work.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import { loadResultActions } from "./load-actions.ts";
import type { ResultListModel } from "./result-list-model.ts";
import type { ResultRetention } from "./result-retention.ts";

type Params = WorkViewRequests["export"]["params"];

/** Returns a pivot as a result to export, with the origin of the result that it is based on. */
function pivotResult(results: ResultListModel, { resultId, shownRows }: Params): ShownResult | undefined {
  const base = results.find(baseResultId(resultId));
  return base && { ...base, summary: { ...base.summary, rowCount: shownRows } };
}

/** Handles requests that concern a complete result, such as export. */
export function workHandlers(
  results: ResultListModel,
  worker: DataWorkerProcess,
  retention: ResultRetention,
): HandlersOf<WorkViewRequests> {
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
