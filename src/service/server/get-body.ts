import type { FastifyRequest } from "fastify";
import { HttpError } from "../call/call.ts";

const largestBytes = 1024 * 1024;

/** Reads the JSON body of a GET, which Fastify leaves unread; none stays none. */
export async function readGetBody(request: FastifyRequest): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The end of the iteration must not close the connection, which the answer to a body that is too large still needs.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > largestBytes) {
      throw new HttpError(413, "BODY_TOO_LARGE", "The body is larger than 1 MB.");
    }
    chunks.push(chunk);
  }
  if (size > 0) {
    request.body = parseBody(Buffer.concat(chunks).toString("utf8"));
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause: unknown): HttpError {
  return new HttpError(400, "REQUEST_MALFORMED", "The body is not JSON.", { cause });
}
