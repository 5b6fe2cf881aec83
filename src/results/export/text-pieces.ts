import { rm } from "node:fs/promises";
import type { Connection } from "../../duckdb/database.ts";
import type { ResultStore } from "../store/result-store.ts";
import { appendFileTo, moveFile } from "./export-file.ts";

/** Has DuckDB write a piece of a text to a path where it may. */
export type WritePiece<Piece> = (
  connection: Connection,
  piece: Piece,
  ownPath: string,
  signal: AbortSignal,
) => Promise<void>;

/** More would take all threads that wait for DuckDB, and windows would have none. */
const writerCount = 2;

/** Writes pieces, two at a time, to paths of the store's own and joins them in their order at `path`. */
export async function writePieces<Piece>(
  store: ResultStore,
  pieces: readonly Piece[],
  write: WritePiece<Piece>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const failure = new AbortController();
  const stopped = AbortSignal.any([signal, failure.signal]);
  const left = pieces.entries();
  const ownPaths: string[] = [];
  let joined = Promise.resolve();
  const join = async (before: Promise<void>, written: Promise<void>, ownPath: string, index: number) => {
    await Promise.all([before, written]);
    await (index === 0 ? moveFile(ownPath, path) : appendFileTo(ownPath, path, stopped));
    await rm(ownPath, { force: true });
  };
  const work = async (connection: Connection) => {
    for (const [index, piece] of left) {
      stopped.throwIfAborted();
      const ownPath = store.ownPath();
      ownPaths.push(ownPath);
      const before = joined;
      const written = write(connection, piece, ownPath, stopped);
      joined = join(before, written, ownPath, index);
      joined.catch((error: unknown) => failure.abort(error));
      await written;
      // Files that wait to be joined are no more than there are writers.
      await before;
    }
  };
  const writers = Array.from({ length: writerCount }, () => store.use("Exporting", work));
  try {
    await Promise.all(writers);
    await joined;
  } finally {
    await Promise.allSettled([...writers, joined]);
    await Promise.all(ownPaths.map((ownPath) => rm(ownPath, { force: true })));
  }
}
