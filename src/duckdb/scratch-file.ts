import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Temporary file that is open for reading. Only the user of this process may access it. */
interface ScratchFile {
  readonly path: string;
  readonly handle: FileHandle;
  /** Closes and deletes the file. */
  remove(): Promise<void>;
}

/** Folder for temporary files, created with the first file. */
export class ScratchFolder {
  readonly #parent: string;
  #path: string | undefined;
  #created = 0;

  constructor(parent: string = tmpdir()) {
    this.#parent = parent;
  }

  /** Creates an empty file. */
  async create(): Promise<ScratchFile> {
    if (this.#path === undefined) {
      mkdirSync(this.#parent, { recursive: true });
      this.#path = mkdtempSync(join(this.#parent, "workforce-"));
    }
    const path = join(this.#path, `rows-${this.#created++}`);
    const handle = await open(path, "wx+", 0o600);
    return {
      path,
      handle,
      async remove() {
        await handle.close();
        await rm(path, { force: true });
      },
    };
  }

  /** Deletes the folder with all files. */
  remove(): void {
    if (this.#path !== undefined) {
      rmSync(this.#path, { recursive: true, force: true });
      this.#path = undefined;
    }
  }
}

const pieceBytes = 256 * 1024;
const longestPauseMs = 20;

/**
 * Yields the bytes of a file while they are written, until `written` resolves. Throws the error of `written` if that
 * rejects; bytes that were not read by then are omitted.
 */
export async function* readGrowingFile(
  file: FileHandle,
  written: Promise<void>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let isWritten = false;
  const end = written.then(() => {
    isWritten = true;
  });
  // A failure is thrown where it is waited for, which a reader that stops early never does.
  end.catch(() => undefined);
  let position = 0;
  let pauseMs = 1;
  for (;;) {
    signal?.throwIfAborted();
    // Read before the file is, because more may be written in between.
    const wasWritten = isWritten;
    const piece = Buffer.allocUnsafe(pieceBytes);
    const { bytesRead } = await file.read(piece, 0, pieceBytes, position);
    if (bytesRead > 0) {
      position += bytesRead;
      pauseMs = 1;
      yield piece.subarray(0, bytesRead);
    } else if (wasWritten) {
      return;
    } else {
      await pause(end, pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }
}

/** Waits until the time has passed or the writing has ended. */
async function pause(end: Promise<void>, delayMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  try {
    await Promise.race([end, passed]);
  } finally {
    clearTimeout(timer);
  }
}
