import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file that only this process may read, open for reading. */
interface ScratchFile {
  readonly path: string;
  readonly handle: FileHandle;
  remove(): Promise<void>;
}

/** A folder of short-lived files, made when the first one is needed. */
export class ScratchFolder {
  readonly #parent: string;
  #path: string | undefined;
  #created = 0;

  constructor(parent: string = tmpdir()) {
    this.#parent = parent;
  }

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
 * The bytes of a file that somebody still writes to, until `written` resolves; fails when `written` does, without giving
 * what stood in the file by then.
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
    // Asked before reading: what is written after it is seen by the next turn.
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

/** Waits for the time to pass or the writing to end, whichever is first. */
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
