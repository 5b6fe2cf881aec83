import { open } from "node:fs/promises";
import path from "node:path";
import { FileProblem } from "./csv-lines-model.ts";

/** How a file goes into a table. */
export type DataFileKind = "csv" | "parquet";

/** By the end of its name; undefined for a file that is neither. */
export function dataFileKind(file: string): DataFileKind | undefined {
  const end = path.extname(file).toLowerCase();
  return end === ".csv" ? "csv" : end === ".parquet" ? "parquet" : undefined;
}

const pieceBytes = 256 * 1024;

/** The bytes of a local file in pieces; `onBytes` hears how far it is. Throws FileProblem, or the signal's reason. */
export async function* fileBytes(
  file: string,
  signal: AbortSignal,
  onBytes: (bytes: number, totalBytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    for (let at = 0; ; ) {
      signal.throwIfAborted();
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
      if (bytesRead === 0) {
        return;
      }
      at += bytesRead;
      onBytes(at, size);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Opens a file to read it; throws FileProblem with its name, not its folder. */
export async function openFile(file: string) {
  try {
    return await open(file, "r");
  } catch (error) {
    const message = `The file "${path.basename(file)}" cannot be read. See that it is there and yours to read.`;
    throw new FileProblem(message, { cause: error });
  }
}
