import type { ByteSource } from "../../src/client/upload/byte-source.ts";

/**
 * The body of an operation that takes bytes, so that the client can send it again after a redirect, an expired sign-in
 * or a broken connection. A plain iteration of bytes can be sent only once.
 */
export function reopenable(source: ByteSource): AsyncIterable<Uint8Array> & ByteSource {
  return {
    size: source.size,
    open: () => source.open(),
    [Symbol.asyncIterator]: () => source.open()[Symbol.asyncIterator](),
  };
}
