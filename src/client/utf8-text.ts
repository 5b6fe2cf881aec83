import { MalformedError } from "./errors.ts";

/**
 * Decodes the chunks of a body, and its end when called without one. Throws `MalformedError` for bytes that are not UTF-8: with
 * replacement characters the value would be another one than was sent.
 */
export function utf8Decoder(operation: string): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (chunk) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      if (error instanceof TypeError) {
        throw new MalformedError(operation, "it is not UTF-8");
      }
      throw error;
    }
  };
}
