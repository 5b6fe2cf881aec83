import { createReadStream } from "node:fs";
import { type FileHandle, stat } from "node:fs/promises";
import path from "node:path";
import type { FilePart } from "../../contract/file-part.ts";

/**
 * A local file that can be sent as the body of a request or as a part of a form. It is opened again for each reading.
 */
export type LocalFile = FilePart & AsyncIterable<Uint8Array>;

// The default chunk size of streams would halve the speed of uploads.
const pieceBytes = 1024 * 1024;

const contentTypes: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".json": "application/json",
  ".txt": "text/plain",
  ".zip": "application/zip",
};

/**
 * Creates a local file from its path. Throws an Error with the name of the file, but not its folder, when the file
 * cannot be read.
 */
export async function createLocalFile(file: string): Promise<LocalFile & { readonly size: number }> {
  const filename = path.basename(file);
  const size = await fileSize(file);
  if (size === undefined) {
    throw new Error(`The file "${filename}" no longer exists. Choose it again.`);
  }
  return createPart(filename, size, () => createReadStream(file, { highWaterMark: pieceBytes }));
}

/** Creates a local file from `openHandle`, which is called for each reading. Throws the errors of `openHandle`. */
export async function createLocalFileFromHandle(
  filename: string,
  openHandle: () => Promise<FileHandle>,
): Promise<LocalFile & { readonly size: number }> {
  const handle = await openHandle();
  const { size } = await handle.stat();
  await handle.close();
  return createPart(filename, size, async function* () {
    yield* (await openHandle()).createReadStream({ highWaterMark: pieceBytes });
  });
}

function createPart(filename: string, size: number, open: LocalFile["open"]): LocalFile & { readonly size: number } {
  const contentType = contentTypes[path.extname(filename).toLowerCase()];
  return {
    filename,
    ...(contentType !== undefined && { contentType }),
    size,
    open,
    [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator](),
  };
}

async function fileSize(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch {
    return undefined;
  }
}
