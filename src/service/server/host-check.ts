import type { FastifyInstance } from "fastify";
import { HttpError } from "../call/call.ts";

/**
 * Refuses requests whose `Host` is not this machine's own: a web page that points a name of its own at 127.0.0.1 must not
 * be able to talk to the service.
 */
export function addHostCheck(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    // Node keeps the first of several, and whoever stands between may take the other (RFC 9112, 3.2).
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
    if (hosts.length > 1) {
      throw new HttpError(400, "HOST_AMBIGUOUS", "The request has several Host headers; send one.");
    }
    const port = request.socket.localPort;
    const allowed = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
    if (!allowed.includes(request.headers.host?.toLowerCase() ?? "")) {
      throw new HttpError(403, "HOST_REFUSED", "The service answers only to its own address on this machine.");
    }
  });
}
