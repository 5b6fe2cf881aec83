/** Most buffers that wait to be used again. */
const mostFree = 4;

/** Buffers of one size that are used again and again: the system clears memory before it gives it, which takes time. */
export class BufferPool {
  readonly #size: number;
  readonly #free: Uint8Array[] = [];

  /** `size` in bytes; a buffer that is not filled costs only what is. */
  constructor(size: number) {
    this.#size = size;
  }

  take(): Uint8Array {
    return this.#free.pop() ?? new Uint8Array(Buffer.allocUnsafeSlow(this.#size).buffer);
  }

  /** Gives back what nobody reads any more, whole or a part of it; what did not come from here is left to the collector. */
  give({ buffer }: Uint8Array): void {
    if (buffer.byteLength === this.#size && this.#free.length < mostFree) {
      this.#free.push(new Uint8Array(buffer));
    }
  }
}

const newline = 10;

/** Holds bytes until whole lines can be taken. Each chunk is copied as it comes, so that who gave it may use it again. */
export class LineBuffer {
  readonly #pool: BufferPool;
  #bytes: Uint8Array;
  #size = 0;
  #lastNewline = -1;

  constructor(pool: BufferPool) {
    this.#pool = pool;
    this.#bytes = pool.take();
  }

  /** Bytes held, whole lines and the beginning of the next. */
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

  /** The first line without its end, when it is whole. */
  takeLine(): Uint8Array | undefined {
    if (!this.hasLine) {
      return undefined;
    }
    const bytes = this.takeRest();
    const end = bytes.indexOf(newline);
    this.push(bytes.subarray(end + 1));
    return bytes.subarray(0, end);
  }

  /** Every whole line, the last with its end; who takes them gives them back to the pool. */
  takeLines(): Uint8Array {
    const end = this.#lastNewline + 1;
    const bytes = this.takeRest();
    if (end < bytes.length) {
      this.push(bytes.subarray(end));
    }
    return bytes.subarray(0, end);
  }

  /** Everything, also a line that has not ended. */
  takeRest(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#size);
    this.#bytes = this.#pool.take();
    this.#size = 0;
    this.#lastNewline = -1;
    return bytes;
  }

  /** Only for more than the pool's buffers hold: a single line that is longer. */
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
