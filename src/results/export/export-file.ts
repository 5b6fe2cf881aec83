import { copyFile, open, rename, rm, writeFile } from "node:fs/promises";
import { hasErrorCode } from "../../base/error-causes.ts";
import { describeStorageFailure, ResultError } from "../model/result-error.ts";

const copyBufferSize = 1024 * 1024;

/**
 * Calls `write` with the path of a temporary file beside `path`, then renames the file to `path`. Removes the temporary
 * file on failure. Throws a `ResultError` when the file cannot be written.
 */
export async function writeAtomically<Value>(
  path: string,
  write: (partialPath: string) => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const partialPath = `${path}.${process.pid}.part`;
  let isComplete = false;
  try {
    // Fails before the work, not after it, if the folder is not writable.
    await writeFile(partialPath, "");
    const written = await write(partialPath);
    signal.throwIfAborted();
    await rename(partialPath, path);
    isComplete = true;
    return written;
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EACCES" || code === "ENOENT" || code === "EROFS" || code === "EISDIR" || code === "EPERM") {
      throw new ResultError(`Exporting: the file cannot be written (${code}). Choose another folder.`, {
        code: "storage",
        cause: error,
      });
    }
    throw describeStorageFailure("Exporting", error);
  } finally {
    if (!isComplete) {
      await rm(partialPath, { force: true });
    }
  }
}

/** Moves a file, also to another disk. */
export async function moveFile(from: string, to: string): Promise<void> {
  // Replacing an existing file by a rename can make some file systems wait for the disk.
  await rm(to, { force: true });
  try {
    await rename(from, to);
  } catch (error) {
    if (!hasErrorCode(error, "EXDEV")) {
      throw error;
    }
    await copyFile(from, to);
    await rm(from, { force: true });
  }
}

/** Appends the content of the file `from` to the file `to`. */
export async function appendFile(from: string, to: string, signal: AbortSignal): Promise<void> {
  const buffer = Buffer.allocUnsafe(copyBufferSize);
  const [source, target] = [await open(from), await open(to, "a")];
  try {
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await source.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) {
        return;
      }
      // Writes all of it, where `write` may write less.
      await target.writeFile(buffer.subarray(0, bytesRead));
    }
  } finally {
    await source.close();
    await target.close();
  }
}
