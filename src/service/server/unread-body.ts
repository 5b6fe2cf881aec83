import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../../base/clock.ts";

/** Ours: what is read of a body nobody wants before its connection is closed. */
const mostBytes = 64 * 1024 * 1024;
const mostMs = 10_000;

/**
 * Reads on what a caller still sends when the answer has gone out before the whole body came, as a refusal does. Closing the
 * connection at once would reset it, and with it the answer that the caller has not read yet.
 */
export function addUnreadBodies(app: FastifyInstance, clock: Clock): void {
  app.addHook("onResponse", async (request) => {
    if (!request.raw.complete && !request.raw.destroyed) {
      discardBody(request, clock);
    }
  });
}

function discardBody({ raw }: FastifyRequest, clock: Clock): void {
  const over = new AbortController();
  let bytes = 0;
  const close = () => raw.socket.destroy();
  raw.unpipe();
  raw.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      close();
    }
  });
  raw.on("error", () => over.abort());
  raw.once("close", () => over.abort());
  raw.resume();
  clock.sleep(mostMs, over.signal).then(close, () => undefined);
}
