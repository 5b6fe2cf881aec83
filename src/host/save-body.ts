import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";

/** What may refuse to save, by throwing. */
interface SaveChecks {
  /** Called with the file that is written first, before any byte. */
  readonly onOpened?: (handle: FileHandle, path: string) => Promise<void>;
  /** Called when the body is whole, before it takes the place of what has its name. */
  readonly onWhole?: () => Promise<void>;
}

/** Writes a body to a file with constant memory; a body that ends early or is stopped leaves no file. Gives its bytes. */
export async function saveBody(
  file: string,
  body: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void = () => undefined,
  { onOpened, onWhole }: SaveChecks = {},
): Promise<number> {
  // A name that nothing else has: what is beside the file is not ours.
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
