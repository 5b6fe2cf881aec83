const newline = 10;

/** Holds bytes until whole lines can be taken. */
export class LineBuffer {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #lastNewline = -1;

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
    this.#chunks.push(chunk);
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

  /** Every whole line, the last with its end. */
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
    const bytes =
      this.#chunks.length === 1 ? (this.#chunks[0] ?? new Uint8Array()) : joinBytes(this.#chunks, this.#size);
    this.#chunks = [];
    this.#size = 0;
    this.#lastNewline = -1;
    return bytes;
  }
}

export function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    joined.set(chunk, position);
    position += chunk.length;
  }
  return joined;
}
