import type { HandlersOf } from "../../protocol/channel.ts";
import type { ColumnViewRequests } from "../../protocol/result-columns.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import type { ResultListModel } from "./result-list-model.ts";
import type { StoredLayouts } from "./stored-layouts.ts";

/** Handles the column requests of a results page. */
export function columnHandlers(
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
