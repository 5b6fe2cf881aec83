import { isRecord } from "../../base/guards.ts";

const pieceBytes = 64 * 1024;

/** Bytes that can be read several times from the beginning, such as a file or a buffer. */
export interface ByteSource {
  /** Size in bytes. If it is undefined, the request body is sent in chunks. */
  readonly size?: number | undefined;
  open(): AsyncIterable<Uint8Array>;
}

/** A request body that is read while it is sent. */
export interface RequestBytes {
  /** Size in bytes; undefined if unknown. */
  readonly size: number | undefined;
  /** Whether `open` can be called. For an iterable that can be read only once, it is false after the first call. */
  readonly canOpen: boolean;
  open(): AsyncIterable<Uint8Array>;
}

/** Whether a value provides bytes: a byte source or an iterable of bytes. */
export function isReadableBytes(value: unknown): value is ByteSource | AsyncIterable<Uint8Array> {
  return isByteSource(value) || (isRecord(value) && Symbol.asyncIterator in value);
}

export function isByteSource(value: unknown): value is ByteSource {
  return isRecord(value) && "open" in value && typeof value.open === "function";
}

/** Converts a byte source or an iterable to a request body. */
export function toRequestBytes(body: ByteSource | AsyncIterable<Uint8Array>): RequestBytes {
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

/** Creates a request body from bytes in memory, which are sent in several chunks. */
export function createBufferBody(buffer: Buffer): RequestBytes {
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

/** Returns a request body that passes the bytes of each reading through `step`. */
export function transformBytes(
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
