import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { HandlerResponse } from "../call/call.ts";

/**
 * Sends a handler's response. Throws if a stream fails before its first byte, so that an error response can still be
 * sent.
 */
export async function sendHandlerResponse(reply: FastifyReply, answer: HandlerResponse): Promise<FastifyReply> {
  reply.code(answer.status);
  switch (answer.kind) {
    case "json":
      return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer.value));
    case "text":
      return reply.type("text/plain; charset=utf-8").send(answer.value);
    case "redirect":
      // A small page for browsers that do not follow the redirect.
      return reply
        .headers({ location: answer.location, "cache-control": "no-store", "referrer-policy": "no-referrer" })
        .type("text/html; charset=utf-8")
        .send(`<!doctype html><title>${answer.status === 307 ? "Upload" : "Sign in"}</title>`);
    case "stream": {
      const body = await startReading(answer.body);
      // Fastify destroys the connection when the stream fails, so a body that was cut short never looks complete.
      return reply
        .type(
          /^(text\/|application\/json)/.test(answer.contentType)
            ? `${answer.contentType}; charset=utf-8`
            : answer.contentType,
        )
        .send(Readable.from(body, { objectMode: false, highWaterMark: 1 << 18 }));
    }
  }
}

/**
 * Reads the first chunk and returns an iterable of all bytes. Not a generator: one that is ended before it began would
 * not end the reading of the body, and the caller may disconnect at that moment.
 */
async function startReading(body: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const iterator = body[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | undefined = await iterator.next();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = first ?? (await iterator.next());
        first = undefined;
        return result;
      },
      async return() {
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
