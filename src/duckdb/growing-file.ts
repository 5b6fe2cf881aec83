import type { FileHandle } from "node:fs/promises";

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
