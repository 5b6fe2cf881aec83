import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";

/** Checks that can refuse to save by throwing. */
interface SaveChecks {
  /** Called with the temporary file before any byte is written. */
  readonly onOpened?: (handle: FileHandle, path: string) => Promise<void>;
  /** Called when the body is complete, before the temporary file replaces the target. */
  readonly onWhole?: () => Promise<void>;
}

/**
 * Writes a body to a file with constant memory and returns the number of bytes. A body that fails or is cancelled
 * leaves no file.
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
