import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contract, type OperationName } from "../../contract/contract.ts";
import { deployedRow } from "../../contract/deployed-row.ts";
import { type OperationDefinition, splitRoute } from "../../contract/operation.ts";
import { readAccept, takesAny } from "../call/accept.ts";
import { type Answer, HttpError } from "../call/call.ts";
import { allHandlers } from "../operations/all-handlers.ts";
import type { ServiceParts } from "../parts/service-parts.ts";
import { checkAccess } from "./access.ts";
import { withBasicClient } from "./basic-client.ts";
import { readMultipart } from "./byte-bodies.ts";
import { readGetBody } from "./get-body.ts";
import { withStandardGrant } from "./grant-names.ts";
import { checkOrigin } from "./request-origin.ts";
import { createRequestReader } from "./request-reader.ts";
import type { RunningCalls } from "./running-calls.ts";
import { sendAnswer } from "./send-answer.ts";
import { authenticate } from "./sign-in.ts";
import { findProject, findTenant } from "./subject.ts";

/** A handler as the loop over the rows sees it: what it is called with has been checked against its own row. */
type AnyHandler = (call: unknown, parts: ServiceParts) => Promise<Answer>;

/** One route for each row of the contract. */
export function addOperationRoutes(app: FastifyInstance, parts: ServiceParts, running: RunningCalls): void {
  const handlers = allHandlers as Readonly<Record<OperationName, unknown>> as Readonly<
    Record<OperationName, AnyHandler>
  >;
  for (const [name, row] of Object.entries(contract) as [OperationName, OperationDefinition][]) {
    addRoute(app, name, row, handlers[name], parts, running);
  }
}

function addRoute(
  app: FastifyInstance,
  name: OperationName,
  row: OperationDefinition,
  handler: AnyHandler,
  parts: ServiceParts,
  running: RunningCalls,
): void {
  const { method, path } = splitRoute(parts.profile.routes.get(name) ?? row.route);
  const deployed = deployedRow(parts.profile.forms, name, row);
  const read = createRequestReader(
    deployed.row,
    name === "requestJwt"
      ? (body, headers) => withStandardGrant(withBasicClient(body, headers), parts.profile)
      : undefined,
  );
  const offered = Object.keys(row.answers);
  app.route({
    method,
    url: path.replace(/\{([^}]*)\}/g, ":$1"),
    config: { operation: name, row },
    // Before the body is read: who may not call is not listened to.
    onRequest: async (request) => {
      if (row.auth === "none") {
        if (method !== "GET") {
          checkOrigin(request.headers);
        }
        return;
      }
      const signedIn = await authenticate(request.headers, parts);
      checkAccess(name, row, signedIn);
      const { user, impersonation } = signedIn;
      request.caller = impersonation ? { ...user, impersonatedBy: impersonation.requester.userId } : user;
    },
    ...(row.transport === "getWithBody" && { preHandler: readGetBody }),
    ...(row.body?.type === "multipart/form-data" && {
      preHandler: (request: FastifyRequest) => readMultipart(request, row),
    }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const accept = readAccept(request.headers.accept);
      if (!takesAny(accept, [...offered, "application/json"])) {
        throw new HttpError(
          406,
          "NOT_ACCEPTABLE",
          `The operation answers ${offered.join(", ")}; Accept takes none of them.`,
        );
      }
      const { caller } = request;
      const tenant = caller && (await findTenant(row, request.headers, caller, parts));
      const project = caller && tenant && (await findProject(row, request.headers, tenant, caller, parts));
      const signal = running.begin(reply);
      const sent = read(request);
      const call = { ...sent, ...deployed.requestFromWire(sent), caller, tenant, project, accept, signal };
      const answer = await handler(call, parts);
      return sendAnswer(
        reply,
        answer.kind === "json" ? { ...answer, value: deployed.answerToWire(answer.value) } : answer,
      );
    },
  });
}
