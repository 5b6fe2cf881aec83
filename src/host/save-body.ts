import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";

/** Callbacks that can prevent a file from being saved by throwing an error. */
interface SaveChecks {
  /** Called with the path of the temporary file before any byte is written. */
  readonly onOpened?: (handle: FileHandle, path: string) => Promise<void>;
  /** Called after the complete response body is written, before the temporary file replaces the target file. */
  readonly onWhole?: () => Promise<void>;
}

/**
 * Saves a response body to a file in constant memory and returns the number of bytes. If the body fails or is
 * cancelled, no file remains.
 */
export async function saveBody(
  file: string,
  body: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void = () => undefined,
  { onOpened, onWhole }: SaveChecks = {},
): Promise<number> {
  // A unique name, so that no file of the user is overwritten.
  const unfinished = `${file}.${randomUUID()}.part`;
  let bytes = 0;
  try {
    const handle = await open(unfinished, "wx");
    try {
      await onOpened?.(handle, unfinished);
      for await (const chunk of body) {
        await handle.writeFile(chunk);
        bytes += chunk.length;
        onBytes(bytes);
      }
    } finally {
      await handle.close();
    }
    await onWhole?.();
    await rename(unfinished, file);
    return bytes;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
