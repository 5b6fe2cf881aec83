import { type PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file to pack, which is opened when its turn comes. */
export interface FileToPack {
  /** Path in the archive, which `findZipNameProblem` accepts. */
  readonly name: string;
  readonly mtime: Date;
  /** Number of bytes. Packing fails if there are more or fewer. */
  readonly size?: number | undefined;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/**
 * Packs files into a ZIP archive while it is read. Fails as the first file that cannot be read does. A reader who leaves
 * closes the file that is open.
 */
export async function* packZip(files: readonly FileToPack[]): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let source: Readable | undefined;
  const fail = (error: Error) => output.destroy(error);
  zip.on("error", fail);
  for (const { name, mtime, size, open } of files) {
    zip.addReadStreamLazy(name, { mtime, mode: 0o100644, ...(size !== undefined && { size }) }, (give) => {
      if (output.destroyed) {
        // The reader left between two files.
        return;
      }
      const bytes = open();
      // A stream is taken as it is: wrapped, it would stay open if its reading ended before it began.
      source = bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
      source.on("error", fail);
      give(null, source);
    });
  }
  zip.end();
  try {
    yield* output;
  } finally {
    source?.destroy();
  }
}
