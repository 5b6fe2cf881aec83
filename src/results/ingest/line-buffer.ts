/** Maximum number of unused buffers to keep. */
const maxFree = 4;

/**
 * Pool of reusable buffers of one size. Reuse saves time because the operating system clears newly allocated memory.
 */
export class BufferPool {
  readonly #size: number;
  readonly #free: Uint8Array[] = [];

  /** `size` is the size of each buffer in bytes. The unused part of a buffer needs no physical memory. */
  constructor(size: number) {
    this.#size = size;
  }

  take(): Uint8Array {
    return this.#free.pop() ?? new Uint8Array(Buffer.allocUnsafeSlow(this.#size).buffer);
  }

  /** Returns an unused buffer, or a view of one, to the pool. Ignores buffers that are not from this pool. */
  give({ buffer }: Uint8Array): void {
    if (buffer.byteLength === this.#size && this.#free.length < maxFree) {
      this.#free.push(new Uint8Array(buffer));
    }
  }
}

const newline = 10;

/** Buffers bytes and returns complete lines. Copies each chunk, so that the caller may reuse its buffer. */
export class LineBuffer {
  readonly #pool: BufferPool;
  #bytes: Uint8Array;
  #size = 0;
  #lastNewline = -1;

  constructor(pool: BufferPool) {
    this.#pool = pool;
    this.#bytes = pool.take();
  }

  /** Number of buffered bytes, including an incomplete last line. */
  get size(): number {
    return this.#size;
  }

  get hasLine(): boolean {
    return this.#lastNewline >= 0;
  }

  push(chunk: Uint8Array): void {
    const last = chunk.lastIndexOf(newline);
    if (last >= 0) {
      this.#lastNewline = this.#size + last;
    }
    this.#makeRoom(this.#size + chunk.length);
    this.#bytes.set(chunk, this.#size);
    this.#size += chunk.length;
  }

  /** Removes and returns the first line without its newline. Undefined if there is no complete line. */
  takeLine(): Uint8Array | undefined {
    if (!this.hasLine) {
      return undefined;
    }
    const bytes = this.takeRest();
    const end = bytes.indexOf(newline);
    this.push(bytes.subarray(end + 1));
    return bytes.subarray(0, end);
  }

  /**
   * Removes and returns all complete lines with their newlines. The caller must return the bytes to the pool after use.
   */
  takeLines(): Uint8Array {
    const end = this.#lastNewline + 1;
    const bytes = this.takeRest();
    if (end < bytes.length) {
      this.push(bytes.subarray(end));
    }
    return bytes.subarray(0, end);
  }

  /** Removes and returns all bytes, including an incomplete last line. */
  takeRest(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#size);
    this.#bytes = this.#pool.take();
    this.#size = 0;
    this.#lastNewline = -1;
    return bytes;
  }

  /** Grows the buffer when the content, usually one long line, exceeds the pool's buffer size. */
  #makeRoom(size: number): void {
    if (size <= this.#bytes.length) {
      return;
    }
    const grown = new Uint8Array(Buffer.allocUnsafeSlow(Math.max(size, this.#bytes.length * 2)).buffer);
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#pool.give(this.#bytes);
    this.#bytes = grown;
  }
}
