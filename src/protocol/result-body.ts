import { encodeFrameHeader, type FrameKind } from "./body-frames.ts";

/** The methods of a Node `Writable` that sending a body needs. */
export interface BodyPipe {
  write(bytes: Uint8Array, onWritten: (error?: Error | null) => void): boolean;
  cork(): void;
  uncork(): void;
}

/** Chunk that separates two parts of a body, such as the files of an output. */
export const nextPart: Uint8Array = new Uint8Array();

/** Maximum payload in bytes: large enough for speed, small enough that bodies that share the pipe take turns. */
const maximumPayload = 1024 * 1024;

/**
 * Sends a body through the data worker's pipe, with back-pressure. If the body throws or the signal is aborted, ends
 * the body as cut and rethrows the error; the rows sent so far are kept.
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
      for (let start = 0; start < chunk.length; start += maximumPayload) {
        await writeFrame(pipe, "data", resultId, chunk.subarray(start, start + maximumPayload));
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
    // Header and payload go out in the same turn, so that no frame of another body comes between them, and with one
    // system call.
    pipe.cork();
    pipe.write(header, () => undefined);
    pipe.write(payload, onWritten);
    pipe.uncork();
  });
}

/** Iterates a body and throws the signal's reason on abort, even while the next chunk is awaited. */
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

/** Creates a new promise for each chunk: a long-lived abort promise in `Promise.race` would retain all chunks. */
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
