import { encodeFrameHeader, type FrameKind } from "./body-frames.ts";

/** The part of a Node `Writable` that a body needs. */
export interface BodyPipe {
  write(bytes: Uint8Array, onWritten: (error?: Error | null) => void): boolean;
  cork(): void;
  uncork(): void;
}

/** A chunk that stands between two parts of a body, such as the files of an output. */
export const nextPart: Uint8Array = new Uint8Array();

/** Large enough to be quick, small enough that bodies sharing the pipe take turns. */
const largestPayload = 1024 * 1024;

/**
 * Sends a body into the data worker's pipe, no faster than the worker takes it.
 * A body that throws, or whose signal is aborted, is ended as cut before the error is thrown on; the rows that went stay.
 */
export async function sendResultBody(
  pipe: BodyPipe,
  resultId: string,
  body: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    for await (const chunk of untilAborted(body, signal)) {
      if (chunk === nextPart) {
        await writeFrame(pipe, "part", resultId, chunk);
      }
      for (let start = 0; start < chunk.length; start += largestPayload) {
        await writeFrame(pipe, "data", resultId, chunk.subarray(start, start + largestPayload));
      }
    }
  } catch (error) {
    await writeFrame(pipe, "cut", resultId, new Uint8Array());
    throw error;
  }
  await writeFrame(pipe, "end", resultId, new Uint8Array());
}

function writeFrame(pipe: BodyPipe, kind: FrameKind, resultId: string, payload: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const onWritten = (error?: Error | null) => (error ? reject(error) : resolve());
    const header = encodeFrameHeader(kind, resultId, payload.length);
    if (payload.length === 0) {
      pipe.write(header, onWritten);
      return;
    }
    // Both in one turn, so that nothing of another body can come between, and with one call of the system.
    pipe.cork();
    pipe.write(header, () => undefined);
    pipe.write(payload, onWritten);
    pipe.uncork();
  });
}

/** Ends with the signal's reason also while the next chunk is still awaited. */
async function* untilAborted(body: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  if (!signal) {
    yield* body;
    return;
  }
  signal.throwIfAborted();
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextUntilAborted(iterator, signal);
      if (next.done) {
        return;
      }
      yield next.value;
    }
  } finally {
    iterator.return?.().catch(() => undefined);
  }
}

/** A promise of its own for each chunk: one that outlives them, such as of the abort in a race, would keep them all. */
function nextUntilAborted<Chunk>(iterator: AsyncIterator<Chunk>, signal: AbortSignal): Promise<IteratorResult<Chunk>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}
