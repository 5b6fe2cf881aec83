import type { FileHandle } from "node:fs/promises";
import { FileProblem } from "./csv-lines-model.ts";
import { openFile } from "./data-file.ts";
import { type ParquetFacts, readParquetFooter } from "./parquet-footer-model.ts";

/** A footer that is longer is not read into memory: it would be that of thousands of row groups. */
const longestFooter = 64 * 1024 * 1024;

/** What the footer of a Parquet file says of its columns; nothing else of it is read. Throws FileProblem. */
export async function readParquetFacts(file: string): Promise<ParquetFacts> {
  const handle = await openFile(file);
  try {
    return readParquetFooter(await readFooter(handle));
  } catch (error) {
    const message = "The file is no Parquet file that can be read. Write it again, or take a CSV file.";
    throw new FileProblem(message, { cause: error });
  } finally {
    await handle.close();
  }
}

/** A file ends with its footer, the length of that in four bytes, and `PAR1`. */
async function readFooter(handle: FileHandle): Promise<Uint8Array> {
  const { size } = await handle.stat();
  const end = await readAt(handle, size - 8, 8);
  const length = end.readUInt32LE(0);
  if (end.toString("latin1", 4) !== "PAR1" || length > Math.min(size - 8, longestFooter)) {
    throw new RangeError("The file has no footer.");
  }
  return await readAt(handle, size - 8 - length, length);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) {
    throw new RangeError("The file is too short.");
  }
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) {
    throw new RangeError("The file ends too early.");
  }
  return buffer;
}
