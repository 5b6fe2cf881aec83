import { stat } from "node:fs/promises";
import type { ExportOutcome, ExportRequest } from "../../protocol/stored-results.ts";
import { ResultError } from "../model/result-error.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import { writeAtomically } from "./export-file.ts";
import { exportParquet } from "./export-parquet.ts";
import { exportText } from "./export-text.ts";
import { exportXlsx } from "./export-xlsx.ts";

/** Exports rows of a result to a file. The file gets its final name only when it is complete. */
export async function exportResult(
  store: ResultStore,
  result: OpenResult,
  request: ExportRequest,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<ExportOutcome> {
  if (result.metadata.columns.length === 0 || request.columns.length === 0) {
    throw new ResultError("Exporting: the result has no columns. Run the query again.", { code: "badRequest" });
  }
  return await store.describingFailures("Exporting", async () => {
    const write = (path: string) => writeRows(store, result, request, path, onProgress, signal);
    const written = await writeAtomically(request.path, write, signal);
    const { size } = await stat(request.path);
    return { ...written, byteCount: size };
  });
}

async function writeRows(
  store: ResultStore,
  result: OpenResult,
  request: ExportRequest,
  path: string,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<Omit<ExportOutcome, "byteCount">> {
  const { format } = request;
  switch (format) {
    case "parquet": {
      const temporaryPath = store.temporaryPath();
      const rowCount = await store.use("Exporting", (connection) =>
        store.withoutThreads(() => exportParquet(connection, result, request, path, temporaryPath, signal)),
      );
      return { rowCount, cutCells: 0 };
    }
    case "xlsx":
      return await store.use("Exporting", (connection) =>
        store.withoutThreads(() => exportXlsx(connection, result, request, path, onProgress, signal)),
      );
    default: {
      const rowCount = await store.withoutThreads(() =>
        exportText(store, result, { ...request, format }, path, onProgress, signal),
      );
      return { rowCount, cutCells: 0 };
    }
  }
}

/** Running exports by result. `stop` cancels the exports of a result and waits until their files are removed. */
export class RunningExports {
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
