/**
 * Frame kinds: `data` carries bytes of a body, `part` starts the next part of it, `end` marks a complete body and `cut`
 * a body that ended early.
 */
export type FrameKind = "data" | "end" | "cut" | "part";

interface Frame {
  readonly kind: FrameKind;
  readonly resultId: string;
  readonly payload: Uint8Array;
}

const kinds: readonly FrameKind[] = ["data", "end", "cut", "part"];
const fixedLength = 6;

/**
 * Encodes the header before a payload: kind, length of the id, length of the payload (32 bits, little-endian) and the
 * id. Throws RangeError unless the id has 1 to 255 bytes.
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
 * Decodes frames from pipe bytes in chunks of any size. A large payload is reported as several frames, so that it is
 * never copied together.
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
