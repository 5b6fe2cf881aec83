import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file that only its owner can read, and its folder, in one step. If that fails, the former file stays. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  // A name of this process, since several windows may write the file.
  const unfinished = `${file}.${process.pid}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
