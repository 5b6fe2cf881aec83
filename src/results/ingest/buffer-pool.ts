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
