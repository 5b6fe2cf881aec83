import type { HandlersOf } from "../../protocol/channel.ts";
import type { WorkRequests } from "../../protocol/result-work.ts";
import { compareColumns, compareResults } from "../compare/compare.ts";
import { compareReport } from "../compare/compare-report.ts";
import { exportResult } from "../export/export-result.ts";
import type { RunningExports } from "../export/export-runs.ts";
import { summarize } from "../model/result-metadata.ts";
import { runScratch } from "../scratch/scratch.ts";
import type { ResultStore } from "../store/result-store.ts";
import { pruneResults, pruneWindowSpools } from "../store/retention.ts";
import type { NotifyHost } from "./notify-host.ts";
import { checkParams } from "./worker-params.ts";

/**
 * Creates the handlers of requests that work with complete results: export, retention, comparison and scratch queries.
 */
export function createWorkHandlers(
  opening: Promise<ResultStore>,
  notify: NotifyHost,
  exports: RunningExports,
): HandlersOf<WorkRequests> {
  return {
    async export(params, signal) {
      const request = checkParams.export(params);
      const { resultId } = request;
      const store = await opening;
      const result = await store.get(resultId);
      const onProgress = (rowCount: number) => notify("exportProgress", { resultId, rowCount });
      return exports.run(resultId, signal, (stopped) => exportResult(store, result, request, onProgress, stopped));
    },
    async pin(params) {
      const { resultId, isPinned } = checkParams.pin(params);
      const store = await opening;
      const { metadata } = await store.get(resultId);
      metadata.isPinned = isPinned;
      await store.save(metadata);
      return summarize(metadata);
    },
    async shelve(params) {
      const { resultId } = checkParams.result(params);
      await exports.stop(resultId);
      await (await opening).shelve(resultId);
      return undefined;
    },
    async reopen(params) {
      const store = await opening;
      const { metadata } = await store.get(checkParams.result(params).resultId);
      metadata.isShelved = false;
      await store.save(metadata);
      return summarize(metadata);
    },
    async shelved() {
      const store = await opening;
      const sizes = await store.sizes();
      const shelved = store.all().filter(({ metadata }) => metadata.isShelved === true);
      return {
        results: shelved.map(({ metadata: { resultId } }) => ({ resultId, byteCount: sizes.get(resultId) ?? 0 })),
      };
    },
    async prune(params) {
      const { windowSpools, ...limits } = checkParams.prune(params);
      const store = await opening;
      const nowMs = Date.now();
      await pruneWindowSpools(windowSpools, store.folder, limits, nowMs);
      return { removed: await pruneResults(store, limits, nowMs) };
    },
    async compareColumns(params, signal) {
      const { leftId, rightId } = checkParams.compareColumns(params);
      return { columns: await compareColumns(await opening, leftId, rightId, signal) };
    },
    async compare(params, signal) {
      return compareResults(await opening, checkParams.compare(params), signal);
    },
    async compareReport(params, signal) {
      const store = await opening;
      const result = await store.get(checkParams.result(params).resultId);
      return store.use("Writing the report", async (connection) => ({
        markdown: await compareReport(connection, result, signal),
      }));
    },
    async scratch(params, signal) {
      return runScratch(await opening, checkParams.scratch(params), signal);
    },
  };
}
