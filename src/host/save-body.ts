import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** Writes a body to a file with constant memory; a body that ends early or is stopped leaves no file. Gives its bytes. */
export async function saveBody(
  file: string,
  body: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<number> {
  // A name that nothing else has: what is beside the file is not ours.
  const unfinished = `${file}.${randomUUID()}.part`;
  let bytes = 0;
  try {
    const handle = await open(unfinished, "w");
    try {
      for await (const chunk of body) {
        await handle.writeFile(chunk);
        bytes += chunk.length;
        onBytes(bytes);
      }
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    return bytes;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
