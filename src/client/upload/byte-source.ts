import { isRecord } from "../../base/guards.ts";

const pieceBytes = 64 * 1024;

/** Bytes that can be read from the beginning again and again: a file, a buffer. */
export interface ByteSource {
  /** In bytes; left out when nobody knows, and then the body is sent in chunks. */
  readonly size?: number | undefined;
  open(): AsyncIterable<Uint8Array>;
}

/** The body of a request, read while it is sent. */
export interface RequestBytes {
  /** In bytes; undefined when nobody knows. */
  readonly size: number | undefined;
  /** Whether `open` gives all bytes now: what can be read only once says no after its first reading began. */
  readonly canOpen: boolean;
  open(): AsyncIterable<Uint8Array>;
}

/** Whether a value is bytes: something to open, or to iterate. */
export function isBytes(value: unknown): value is ByteSource | AsyncIterable<Uint8Array> {
  return isByteSource(value) || (isRecord(value) && Symbol.asyncIterator in value);
}

export function isByteSource(value: unknown): value is ByteSource {
  return isRecord(value) && "open" in value && typeof value.open === "function";
}

/** Bytes of either kind as what a request holds. */
export function requestBytes(body: ByteSource | AsyncIterable<Uint8Array>): RequestBytes {
  if (isByteSource(body)) {
    return { size: body.size, canOpen: true, open: () => body.open() };
  }
  let isRead = false;
  return {
    size: undefined,
    get canOpen() {
      return !isRead;
    },
    open: () => {
      isRead = true;
      return body;
    },
  };
}

/** Bytes in memory, sent piece by piece. */
export function bufferBytes(buffer: Buffer): RequestBytes {
  return {
    size: buffer.length,
    canOpen: true,
    async *open() {
      for (let start = 0; start < buffer.length; start += pieceBytes) {
        yield buffer.subarray(start, start + pieceBytes);
      }
    },
  };
}

/** The same body, each reading of it passed through a step. */
export function throughStep(
  bytes: RequestBytes,
  step: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): RequestBytes {
  return {
    size: bytes.size,
    get canOpen() {
      return bytes.canOpen;
    },
    open: () => step(bytes.open()),
  };
}
