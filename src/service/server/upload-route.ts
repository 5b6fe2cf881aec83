import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { contract } from "../../contract/contract.ts";
import { HttpError } from "../call/call.ts";
import { uploadPath } from "../intake/upload-tickets.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import { receiveBytes } from "./request-bodies.ts";
import type { RunningCalls } from "./running-calls.ts";

/** Adds the route that takes the bytes of a data file, which `uploadDataFile` redirects to with a ticket. */
export function addUploadRoute(
  app: FastifyInstance,
  { inbox, uploadTickets }: ServiceDependencies,
  running: RunningCalls,
) {
  const row = contract.uploadDataFile;
  app.register(async (scope) => {
    receiveBytes(scope, row);
    scope.route({
      method: "PUT",
      url: uploadPath,
      config: { operation: "uploadDataFile", row },
      handler: async (request, reply) => {
        const signal = running.begin(reply);
        const ticket = uploadTickets.redeem(ticketOf(request));
        if (!ticket) {
          throw new HttpError(403, "TICKET_UNKNOWN", "The address was used or has expired; start the upload again.");
        }
        const body = (request.body ?? Readable.from([])) as AsyncIterable<Uint8Array>;
        await inbox.put(ticket.tenant, ticket.name, body, signal);
        return reply.code(200).send();
      },
    });
  });
}

function ticketOf({ query }: FastifyRequest): string {
  const { ticket } = query as Readonly<Record<string, unknown>>;
  return typeof ticket === "string" ? ticket : "";
}

/**
 * Asks a client that waits for 100 Continue (RFC 9110, 10.1.1) for its body once the request was let in, and never for a
 * body that is sent to another address.
 */
export function continueLetInRequests(app: FastifyInstance): void {
  const waiting = new WeakSet<object>();
  app.server.on("checkContinue", (request, response) => {
    waiting.add(request);
    app.server.emit("request", request, response);
  });
  app.addHook("preParsing", async ({ raw, routeOptions }, reply) => {
    if (waiting.has(raw) && routeOptions.config.isRedirected !== true) {
      reply.raw.writeContinue();
    }
  });
}
