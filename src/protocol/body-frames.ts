/** Subset of the methods of a Node `Writable` that is needed to send a byte stream. */
export interface BodyPipe {
  write(bytes: Uint8Array, onWritten: (error?: Error | null) => void): boolean;
  cork(): void;
  uncork(): void;
}

/** Marker between two files or sections of one response body. */
export const partSeparator: Uint8Array = new Uint8Array();

/** Maximum payload of a frame in bytes. A small limit lets several response bodies share one pipe fairly. */
const maximumPayload = 1024 * 1024;

/**
 * Sends a response body through the pipe to the data worker, with back-pressure. If reading the body throws or the
 * signal is aborted, sends a `cut` frame and rethrows the error. The rows sent so far are kept.
 */
export async function sendResultBody(
  pipe: BodyPipe,
  resultId: string,
  body: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    for await (const chunk of untilAborted(body, signal)) {
      if (chunk === partSeparator) {
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

/**
 * Iterates over the chunks of a response body. Throws the signal's reason on abort, even while the next chunk is
 * awaited.
 */
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

/**
 * Awaits a chunk or the abort of the signal. The promise is new for each chunk, because a long-lived abort promise in
 * `Promise.race` would retain all chunks in memory.
 */
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

/**
 * Kinds of frames that transport a response body. `data` carries bytes, `part` starts the next file of the body, `end`
 * marks a complete body and `cut` an incomplete one.
 */
type FrameKind = "data" | "end" | "cut" | "part";

interface Frame {
  readonly kind: FrameKind;
  readonly resultId: string;
  readonly payload: Uint8Array;
}

const kinds: readonly FrameKind[] = ["data", "end", "cut", "part"];
const fixedLength = 6;

/**
 * Encodes the header of a frame: its kind, the length of the id, the length of the payload (32 bits, little-endian) and
 * the id. Throws RangeError unless the id has 1 to 255 bytes.
 */
export function encodeFrameHeader(kind: FrameKind, resultId: string, payloadLength: number): Uint8Array {
  const id = new TextEncoder().encode(resultId);
  if (id.length === 0 || id.length > 255) {
    throw new RangeError("A result id has 1 to 255 bytes.");
  }
  const header = new Uint8Array(fixedLength + id.length);
  header[0] = kinds.indexOf(kind);
  header[1] = id.length;
  new DataView(header.buffer).setUint32(2, payloadLength, true);
  header.set(id, fixedLength);
  return header;
}

/**
 * Decoder of frames from a byte stream in chunks of any size. A large payload is passed on as several frames, which
 * avoids copying it into one buffer.
 */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void;
  #header: number[] = [];
  #current: { kind: FrameKind; resultId: string; remaining: number } | undefined;

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  push(bytes: Uint8Array): void {
    let position = 0;
    while (position < bytes.length) {
      if (!this.#current) {
        position = this.#readHeader(bytes, position);
        continue;
      }
      const { kind, resultId, remaining } = this.#current;
      const payload = bytes.subarray(position, position + remaining);
      position += payload.length;
      this.#current =
        payload.length === remaining ? undefined : { kind, resultId, remaining: remaining - payload.length };
      this.#onFrame({ kind, resultId, payload });
    }
  }

  #readHeader(bytes: Uint8Array, start: number): number {
    let position = start;
    while (position < bytes.length && this.#header.length < this.#headerLength()) {
      this.#header.push(bytes[position] ?? 0);
      position += 1;
    }
    if (this.#header.length < fixedLength || this.#header.length < this.#headerLength()) {
      return position;
    }
    const header = Uint8Array.from(this.#header);
    const kind = kinds[header[0] ?? 0];
    if (!kind) {
      throw new Error("Unknown frame kind in the body pipe.");
    }
    const remaining = new DataView(header.buffer).getUint32(2, true);
    const resultId = new TextDecoder().decode(header.subarray(fixedLength));
    this.#header = [];
    if (remaining === 0) {
      this.#onFrame({ kind, resultId, payload: new Uint8Array() });
    } else {
      this.#current = { kind, resultId, remaining };
    }
    return position;
  }

  #headerLength(): number {
    return this.#header.length < fixedLength ? fixedLength : fixedLength + (this.#header[1] ?? 0);
  }
}
