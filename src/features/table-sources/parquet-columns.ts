import type { FileHandle } from "node:fs/promises";
import { type ParquetMetadata, readParquetMetadata } from "../../base/parquet-footer.ts";
import { FileProblem } from "./csv-lines-model.ts";
import { openFile } from "./data-file.ts";

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
