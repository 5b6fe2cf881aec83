import type { Readable } from "node:stream";
import { DriverError } from "./driver-error.ts";

/** Bytes that an answer without data may have. */
const maxBytes = 64 * 1024;

/** Reads an answer that is known to be short as text. */
export async function readShortBody(body: Readable, limit = maxBytes): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > limit) {
      body.destroy();
      throw new DriverError(`The answer of the server is longer than ${limit} bytes.`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
