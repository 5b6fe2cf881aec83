import { stat } from "node:fs/promises";
import type { Connection } from "../duckdb/database.ts";
import type { ExportOutcome, ExportRequest } from "../protocol/result-work.ts";
import { writeWhole } from "./export-file.ts";
import { exportParquet } from "./export-parquet.ts";
import { exportText } from "./export-text.ts";
import { exportXlsx } from "./export-xlsx.ts";
import { ResultError } from "./result-error.ts";
import type { OpenResult } from "./result-store.ts";

/** Writes rows of a result to a file in one of the formats; the file appears under its name only when it is whole. */
export async function exportResult(
  connection: Connection,
  result: OpenResult,
  request: ExportRequest,
  ownPath: string,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<ExportOutcome> {
  if (result.facts.columns.length === 0 || request.columns.length === 0) {
    throw new ResultError("Exporting: the result has no columns. Run the query again.", { code: "badRequest" });
  }
  let cutCells = 0;
  const rowCount = await writeWhole(
    request.path,
    async (path) => {
      switch (request.format) {
        case "parquet":
          return exportParquet(connection, result, request, path, ownPath, signal);
        case "xlsx": {
          const written = await exportXlsx(connection, result, request, path, onProgress, signal);
          cutCells = written.cutCells;
          return written.rowCount;
        }
        default:
          return exportText(
            connection,
            result,
            { ...request, format: request.format },
            path,
            ownPath,
            onProgress,
            signal,
          );
      }
    },
    signal,
  );
  const { size } = await stat(request.path);
  return { rowCount, byteCount: size, cutCells };
}
