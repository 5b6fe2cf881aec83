import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { isCompressedCsv } from "../../base/data-file-kind.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { StoredResultWorkerRequests } from "../../protocol/stored-results.ts";
import { summarizeResult } from "../model/result-metadata.ts";
import type { ResultStore } from "./result-store.ts";

/** Bytes read at once. */
const pieceBytes = 512 * 1024;

/**
 * Creates a result from a CSV or Parquet file. If the file is malformed or reading is cancelled, the result keeps the
 * rows before.
 */
export async function fillFromFile(
  store: ResultStore,
  { resultId, label, file, format }: StoredResultWorkerRequests["openFile"]["params"],
  signal: AbortSignal,
): Promise<ResultSummary> {
  const { metadata, loader } = await store.begin({ resultId, format, kinds: {}, label });
  let byteCount = 0;
  try {
    for await (const bytes of openFile(file, signal)) {
      byteCount += bytes.length;
      loader?.accept(bytes);
      await loader?.drained;
      if (metadata.state !== "loading") {
        break;
      }
    }
    if (byteCount === 0) {
      loader?.cut("failed", "The file is empty. Choose one that has a line of column names.");
    }
    loader?.end();
  } catch {
    const cannotRead = `The file "${path.basename(file)}" cannot be read. Check that it exists and that you may read it.`;
    loader?.cut(signal.aborted ? "cancelled" : "failed", signal.aborted ? "" : cannotRead);
  }
  await loader?.finished;
  return summarizeResult(metadata);
}

/** Opens a file, whose content is decompressed if it is compressed with gzip. */
function openFile(file: string, signal: AbortSignal): AsyncIterable<Buffer> {
  const stored = createReadStream(file, { highWaterMark: pieceBytes, signal });
  return isCompressedCsv(file) ? pipeline(stored, createGunzip({ chunkSize: pieceBytes }), () => undefined) : stored;
}
