import type { Connection } from "../../duckdb/database.ts";
import type { HandlersOf } from "../../protocol/channel.ts";
import type { StoredResultWorkerRequests } from "../../protocol/stored-results.ts";
import { type ViewWorkerRequests, viewGuards } from "../../protocol/view-requests.ts";
import type { DataWorkerEvents, DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { readChartData } from "../columns/chart-data.ts";
import { readColumnMembers } from "../columns/column-members.ts";
import { profileColumn } from "../columns/column-profile.ts";
import { summarizeColumn } from "../columns/column-summary.ts";
import { readColumnValues } from "../columns/column-values.ts";
import { readRangeDistinct, readRangeStatistics } from "../columns/range-statistics.ts";
import { compareResults, findComparableColumns } from "../compare/compare.ts";
import { formatComparisonReport } from "../compare/compare-report.ts";
import { exportResult, RunningExports } from "../export/export-result.ts";
import { checkLoadFile } from "../load-check/check-load-file.ts";
import { ResultError } from "../model/result-error.ts";
import { summarizeResult } from "../model/result-metadata.ts";
import { readCellMembers } from "../pivot/cell-members.ts";
import { computePivot } from "../pivot/pivot.ts";
import { suggestPivot } from "../pivot/pivot-suggestion.ts";
import { runScratch } from "../scratch/scratch.ts";
import { fillFromFile } from "../store/fill-from-file.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import { pruneResults, pruneWindowSpools } from "../store/retention.ts";
import { formatCopyText } from "../view/copy-text.ts";
import { countMatchingCells, findMatchingCell } from "../view/match-index.ts";
import { createOrderedRows, readCell, readWindow } from "../view/result-rows.ts";
import { requestParamChecks } from "./worker-params.ts";

/** Function that sends an event to the extension host. */
export type NotifyHost = <Name extends keyof DataWorkerEvents & string>(
  name: Name,
  value: DataWorkerEvents[Name],
) => void;

/** Creates the data worker's request handlers. Requests wait until the store is open. */
export function createHandlers(opening: Promise<ResultStore>, notify: NotifyHost): HandlersOf<DataWorkerRequests> {
  const exports = new RunningExports();
  return {
    ...createWorkHandlers(opening, notify, exports),
    ...createViewHandlers(opening),
    async checkLoadFile(params, signal) {
      const { file, columns } = requestParamChecks.checkLoadFile(params);
      return await checkLoadFile(file, columns, signal);
    },
    async open(params) {
      const store = await opening;
      const { metadata } = await store.begin(requestParamChecks.open(params));
      return summarizeResult(metadata);
    },
    async finish(params) {
      const { resultId, additivity } = requestParamChecks.finish(params);
      const store = await opening;
      const { metadata, loader } = await store.get(resultId);
      await loader?.finished;
      if (additivity !== undefined) {
        metadata.additivity = additivity.columns;
        metadata.isAggregate = additivity.isAggregate;
        await store.save(metadata);
      }
      return summarizeResult(metadata);
    },
    async members(params, signal) {
      const store = await opening;
      const result = await store.get(requestParamChecks.result(params).resultId);
      return store.use("Looking at the members", async (connection) => ({
        members: await readColumnMembers(connection, result, signal),
      }));
    },
    async nameMembers(params) {
      const { resultId, names } = requestParamChecks.nameMembers(params);
      const store = await opening;
      const { metadata } = await store.get(resultId);
      metadata.memberNames = names;
      await store.save(metadata);
      return summarizeResult(metadata);
    },
    async abort(params) {
      const { resultId, state, message } = requestParamChecks.abort(params);
      const store = await opening;
      const { metadata, loader } = await store.get(resultId);
      if (loader) {
        loader.cut(state, message);
        await loader.finished;
      } else if (metadata.state === "loading" || metadata.state === "partial") {
        metadata.state = state;
        metadata.message = message;
        await store.save(metadata);
        notify("progress", summarizeResult(metadata));
      }
      return summarizeResult(metadata);
    },
    async window(params, signal) {
      const range = requestParamChecks.range(params);
      const store = await opening;
      const result = await store.get(range.resultId);
      return store.use("Reading the result", (connection) => readWindow(connection, result, range, signal));
    },
    async cell(params, signal) {
      const { resultId, row, column, view } = requestParamChecks.cell(params);
      const store = await opening;
      const result = await store.get(resultId);
      return store.use("Reading the cell", (connection) => readCell(connection, result, row, column, view, signal));
    },
    async cellMembers(params, signal) {
      const { resultId, ...place } = requestParamChecks.cell(params);
      const store = await opening;
      return store.use("Looking at the cell", (connection) =>
        readCellMembers(connection, store, resultId, place, signal),
      );
    },
    async arrange(params, signal) {
      const { resultId, view } = requestParamChecks.arrange(params);
      const store = await opening;
      const result = await store.get(resultId);
      return store.use("Sorting and filtering", async (connection) => {
        const { rowCount } = await createOrderedRows(connection, result, view, signal);
        return { rowCount };
      });
    },
    async columnTypes(params, signal) {
      const store = await opening;
      const result = await store.get(requestParamChecks.result(params).resultId);
      return store.use("Looking at the columns", async (connection) => {
        await result.kinds.find(connection, signal);
        return { columns: summarizeResult(result.metadata).columns };
      });
    },
    async copy(params, signal) {
      const range = requestParamChecks.copy(params);
      const store = await opening;
      const result = await store.get(range.resultId);
      return store.use("Copying", async (connection) => ({
        text: await formatCopyText(connection, result, range, signal),
      }));
    },
    async chartData(params, signal) {
      const request = requestParamChecks.chartData(params);
      const store = await opening;
      const result = await store.get(request.resultId);
      return store.use("Reading the chart", (connection) => readChartData(connection, result, request, signal));
    },
    async pivot(params, signal) {
      const request = requestParamChecks.pivot(params);
      const store = await opening;
      const result = await store.get(request.resultId);
      return store.use("Computing the pivot", (connection) =>
        computePivot(connection, store.derived, result, request, signal),
      );
    },
    async suggestPivot(params, signal) {
      const store = await opening;
      const result = await store.get(requestParamChecks.result(params).resultId);
      return store.use("Looking at the columns", async (connection) => ({
        request: await suggestPivot(connection, result, signal),
      }));
    },
    async columnSummary(params, signal) {
      const { resultId, column } = requestParamChecks.column(params);
      const store = await opening;
      const result = await store.get(resultId);
      return store.use("Summarizing the column", (connection) => summarizeColumn(connection, result, column, signal));
    },
    async columnProfile(params, signal) {
      const { resultId, column } = requestParamChecks.column(params);
      const store = await opening;
      const result = await store.get(resultId);
      return store.use("Profiling the column", (connection) => profileColumn(connection, result, column, signal));
    },
    async close(params) {
      const { resultId } = requestParamChecks.result(params);
      await exports.stop(resultId);
      await (await opening).close(resultId);
      return undefined;
    },
    async list() {
      return { results: (await opening).list() };
    },
  };
}

/**
 * Returns code and message of an error that may be reported to the extension host. Returns undefined for any other
 * error.
 */
export function describeWorkerFailure(error: unknown): { code: string; message: string } | undefined {
  return error instanceof ResultError ? { code: error.code, message: error.message } : undefined;
}

type Read<Name extends keyof ViewWorkerRequests> = (
  connection: Connection,
  result: OpenResult,
  params: ViewWorkerRequests[Name]["params"],
  signal: AbortSignal,
) => Promise<ViewWorkerRequests[Name]["result"]>;

/** Creates the handlers of requests about the rows of a view. */
function createViewHandlers(opening: Promise<ResultStore>): HandlersOf<ViewWorkerRequests> {
  function createHandler<Name extends keyof ViewWorkerRequests>(name: Name, operation: string, read: Read<Name>) {
    return async (params: unknown, signal: AbortSignal) => {
      const isRequest: (params: unknown) => params is ViewWorkerRequests[Name]["params"] = viewGuards[name];
      if (!isRequest(params)) {
        throw new ResultError(`${operation}: the request has missing or wrong parameters.`, { code: "badRequest" });
      }
      const store = await opening;
      const result = await store.get(params.resultId);
      return store.use(operation, (connection) => read(connection, result, params, signal));
    };
  }
  return {
    columnValues: createHandler("columnValues", "Reading the values", readColumnValues),
    find: createHandler("find", "Finding", findMatchingCell),
    countMatches: createHandler("countMatches", "Counting the matches", async (...args) => ({
      count: await countMatchingCells(...args),
    })),
    rangeStatistics: createHandler("rangeStatistics", "Adding up the selection", readRangeStatistics),
    rangeDistinct: createHandler("rangeDistinct", "Counting the selection's values", readRangeDistinct),
  };
}

/**
 * Creates the handlers of requests that work with complete results: export, retention, comparison and scratch queries.
 */
function createWorkHandlers(
  opening: Promise<ResultStore>,
  notify: NotifyHost,
  exports: RunningExports,
): HandlersOf<StoredResultWorkerRequests> {
  return {
    async export(params, signal) {
      const request = requestParamChecks.export(params);
      const { resultId } = request;
      const store = await opening;
      const result = await store.get(resultId);
      const onProgress = (rowCount: number) => notify("exportProgress", { resultId, rowCount });
      return exports.run(resultId, signal, (stopped) => exportResult(store, result, request, onProgress, stopped));
    },
    async pin(params) {
      const { resultId, isPinned } = requestParamChecks.pin(params);
      const store = await opening;
      const { metadata } = await store.get(resultId);
      metadata.isPinned = isPinned;
      await store.save(metadata);
      return summarizeResult(metadata);
    },
    async shelve(params) {
      const { resultId } = requestParamChecks.result(params);
      await exports.stop(resultId);
      await (await opening).shelve(resultId);
      return undefined;
    },
    async reopen(params) {
      const store = await opening;
      const { metadata } = await store.get(requestParamChecks.result(params).resultId);
      metadata.isShelved = false;
      await store.save(metadata);
      return summarizeResult(metadata);
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
      const { windowSpools, ...limits } = requestParamChecks.prune(params);
      const store = await opening;
      const nowMs = Date.now();
      await pruneWindowSpools(windowSpools, store.folder, limits, nowMs);
      return { removed: await pruneResults(store, limits, nowMs) };
    },
    async compareColumns(params, signal) {
      const { leftId, rightId } = requestParamChecks.compareColumns(params);
      return { columns: await findComparableColumns(await opening, leftId, rightId, signal) };
    },
    async compare(params, signal) {
      return compareResults(await opening, requestParamChecks.compare(params), signal);
    },
    async compareReport(params, signal) {
      const store = await opening;
      const result = await store.get(requestParamChecks.result(params).resultId);
      return store.use("Writing the report", async (connection) => ({
        markdown: await formatComparisonReport(connection, result, signal),
      }));
    },
    async scratch(params, signal) {
      return runScratch(await opening, requestParamChecks.scratch(params), signal);
    },
    async openFile(params, signal) {
      return fillFromFile(await opening, requestParamChecks.openFile(params), signal);
    },
  };
}
