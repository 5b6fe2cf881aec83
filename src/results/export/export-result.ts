import { stat } from "node:fs/promises";
import type { ExportOutcome, ExportRequest } from "../../protocol/result-work.ts";
import { ResultError } from "../model/result-error.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import { writeAtomically } from "./export-file.ts";
import { exportParquet } from "./export-parquet.ts";
import { exportText } from "./export-text.ts";
import { exportXlsx } from "./export-xlsx.ts";

/** Exports rows of a result to a file. The file appears under its final name only when it is complete. */
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
