import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { HttpError } from "../call/call.ts";

/** Ours: for so long no byte of a body may come; one that moves, however slowly, is never given up. */
export const stallMs = 60_000;

/**
 * Answers 408 to requests whose body stops coming, whoever sends them: each would hold a connection for ever. What was answered
 * before its body came is of `addUnreadBodies`, as is the connection from then on.
 */
export function addStallWatch(app: FastifyInstance, clock: Clock): void {
  app.addHook("onRequest", async (request, reply) => {
    const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
    if (length !== "0" || coding !== undefined) {
      const ended = new AbortController();
      request.raw.once("close", () => ended.abort());
      watch(request, reply, (delayMs) => clock.sleep(delayMs, ended.signal)).catch(() => undefined);
    }
  });
}

/** Rejects when the request comes to its end. */
async function watch(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  sleep: (delayMs: number) => Promise<void>,
): Promise<void> {
  const { socket } = raw;
  for (;;) {
    const before = socket.bytesRead;
    await sleep(stallMs);
    if (raw.complete || reply.sent) {
      return;
    }
    // What has come and was not read yet waits for the service, not for the caller.
    if (socket.bytesRead === before && raw.readableLength === 0) {
      break;
    }
  }
  reply.send(
    new HttpError(
      408,
      "BODY_STALLED",
      `Nothing of the body came for ${stallMs / 1000} seconds; send the request again.`,
    ),
  );
}
