import { MalformedError } from "../interface/errors.ts";

/**
 * Decodes the chunks of a body, and its end when called without one. Throws `MalformedError` for bytes that are not UTF-8: with
 * replacement characters the value would be another one than was sent.
 */
export function utf8Decoder(operation: string): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk: Uint8Array | undefined) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      // The one thing that a fatal decoder fails on.
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
