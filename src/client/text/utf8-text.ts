import { MalformedError } from "../interface/errors.ts";

/**
 * Returns a decoder for the chunks of a body, which is called without a chunk at the end. The decoder throws
 * `MalformedError` for bytes that are not UTF-8, because replacement characters would change the value.
 */
export function utf8Decoder(operation: string): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk: Uint8Array | undefined) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      // A fatal decoder fails only on invalid bytes.
      return undefined;
    }
  };
  return (chunk) => {
    const text = decode(chunk);
    if (text === undefined) {
      throw new MalformedError(operation, "it is not UTF-8");
    }
    return text;
  };
}
