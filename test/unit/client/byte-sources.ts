import type { FilePart } from "../../../src/contract/file-part.ts";

/** A source that counts how often it was opened and tells when a reading of it ended. */
export interface CountedSource {
  readonly opened: number;
  /** Resolves when the first reading ended. */
  readonly hasEnded: Promise<void>;
  open(): AsyncIterable<Uint8Array>;
}

export function countedSource(pieces: () => AsyncIterable<Uint8Array>): CountedSource {
  let opened = 0;
  let tellEnded: () => void = () => undefined;
  const hasEnded = new Promise<void>((resolve) => {
    tellEnded = resolve;
  });
  return {
    hasEnded,
    get opened() {
      return opened;
    },
    async *open() {
      opened++;
      try {
        yield* pieces();
      } finally {
        tellEnded();
      }
    },
  };
}

export async function* pieces(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}

/** A piece again and again, for as long as anybody asks. */
export async function* endless(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield piece;
  }
}

/** A file of known size; `text` may be bytes. */
export function fileOf(filename: string, text: string | Uint8Array, contentType = "text/csv"): FilePart {
  const bytes = Buffer.from(text);
  return { filename, contentType, size: bytes.length, open: () => pieces(bytes) };
}
