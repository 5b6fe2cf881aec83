import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { type ParquetMetadata, readParquetMetadata } from "../../base/parquet-footer.ts";
import { FileProblem } from "./csv-lines-model.ts";

const pieceBytes = 256 * 1024;

/**
 * Reads the bytes of a local file in chunks and reports the progress to `onBytes`. Throws FileProblem, or the signal's
 * reason.
 */
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

/** Opens a file for reading. Throws FileProblem with the file's name, without its folder. */
async function openFile(file: string) {
  try {
    return await open(file, "r");
  } catch (error) {
    const message = `The file "${path.basename(file)}" cannot be read. Check that it exists and that you may read it.`;
    throw new FileProblem(message, { cause: error });
  }
}

/** Reads the metadata of a Parquet file from its footer. Throws FileProblem. */
export async function readParquetFileMetadata(file: string): Promise<ParquetMetadata> {
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    return await readParquetMetadata(size, (position, length) => readAt(handle, position, length));
  } catch (error) {
    const message = "The file cannot be read as Parquet. Write it again, or use a CSV file.";
    throw new FileProblem(message, { cause: error });
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) {
    throw new RangeError("The file ends too early.");
  }
  return buffer;
}
