import type { HandlersOf } from "../protocol/channel.ts";
import type { DataWorkerAsks, DataWorkerTells } from "../protocol/data-worker.ts";
import { readChartData } from "./chart-data.ts";
import { sniffColumnKinds } from "./column-kinds.ts";
import { copyText } from "./copy-text.ts";
import { exportCsv } from "./csv-export.ts";
import { ResultError } from "./result-error.ts";
import { summarize } from "./result-facts.ts";
import { orderedRows, readCell, readWindow } from "./result-rows.ts";
import type { ResultStore } from "./result-store.ts";
import { checkParams } from "./worker-params.ts";

export type Tell = <Name extends keyof DataWorkerTells & string>(name: Name, value: DataWorkerTells[Name]) => void;

/** What the data worker answers. Every request may come before the store is open; it waits for it. */
export function createHandlers(opening: Promise<ResultStore>, tell: Tell): HandlersOf<DataWorkerAsks> {
  const exports = new RunningExports();
  return {
    async open(params) {
      const store = await opening;
      const { facts } = await store.begin(checkParams.open(params));
      return summarize(facts);
    },
    async finish(params) {
      const { facts, loader } = await (await opening).get(checkParams.result(params).resultId);
      await loader?.finished;
      return summarize(facts);
    },
    async abort(params) {
      const { resultId, state, message } = checkParams.abort(params);
      const store = await opening;
      const { facts, loader } = await store.get(resultId);
      if (loader) {
        loader.cut(state, message);
        await loader.finished;
      } else if (facts.state === "loading" || facts.state === "partial") {
        facts.state = state;
        facts.message = message;
        await store.save(facts);
        tell("progress", summarize(facts));
      }
      return summarize(facts);
    },
    async window(params, signal) {
      const range = checkParams.range(params);
      const store = await opening;
      const result = await store.get(range.resultId);
      return store.use("Reading the result", (connection) => readWindow(connection, result, range, signal));
    },
    async cell(params, signal) {
      const { resultId, row, column, sort } = checkParams.cell(params);
      const store = await opening;
      const result = await store.get(resultId);
      return store.use("Reading the cell", (connection) => readCell(connection, result, row, column, sort, signal));
    },
    async sort(params, signal) {
      const { resultId, sort } = checkParams.sort(params);
      const store = await opening;
      const result = await store.get(resultId);
      return store.use("Sorting", async (connection) => {
        if (!sort || result.facts.rowCount === 0) {
          return { rowCount: result.facts.rowCount };
        }
        await sniffColumnKinds(connection, result, signal);
        const { rowCount } = await orderedRows(connection, result, sort, signal);
        return { rowCount };
      });
    },
    async columnTypes(params, signal) {
      const store = await opening;
      const result = await store.get(checkParams.result(params).resultId);
      return store.use("Looking at the columns", async (connection) => {
        await sniffColumnKinds(connection, result, signal);
        return { columns: summarize(result.facts).columns };
      });
    },
    async copy(params, signal) {
      const range = checkParams.copy(params);
      const store = await opening;
      const result = await store.get(range.resultId);
      return store.use("Copying", async (connection) => ({
        text: await copyText(connection, result, range, range.format, signal),
      }));
    },
    async exportCsv(params, signal) {
      const request = checkParams.exportCsv(params);
      const store = await opening;
      const result = await store.get(request.resultId);
      const onProgress = (rowCount: number) => tell("exportProgress", { resultId: request.resultId, rowCount });
      return exports.run(request.resultId, signal, (stopped) =>
        store.use("Exporting", (connection) => exportCsv(connection, result, request, onProgress, stopped)),
      );
    },
    async chartData(params, signal) {
      const request = checkParams.chartData(params);
      const store = await opening;
      const result = await store.get(request.resultId);
      return store.use("Reading the chart", (connection) => readChartData(connection, result, request, signal));
    },
    async close(params) {
      const { resultId } = checkParams.result(params);
      await exports.stop(resultId);
      await (await opening).close(resultId);
      return undefined;
    },
    async list() {
      return { results: (await opening).list() };
    },
  };
}

/** Exports that go on; closing their result stops them and waits until their files are gone. */
class RunningExports {
  readonly #running = new Map<Promise<unknown>, { readonly resultId: string; readonly controller: AbortController }>();

  async run<Value>(
    resultId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const controller = new AbortController();
    const running = work(AbortSignal.any([signal, controller.signal]));
    this.#running.set(running, { resultId, controller });
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async stop(resultId: string): Promise<void> {
    const stopped = [...this.#running].filter(([, running]) => running.resultId === resultId);
    for (const [, { controller }] of stopped) {
      controller.abort();
    }
    await Promise.allSettled(stopped.map(([running]) => running));
  }
}

/** The words of a failure that may leave the process. */
export function describeFailure(error: unknown): { code: string; message: string } | undefined {
  return error instanceof ResultError ? { code: error.code, message: error.message } : undefined;
}
