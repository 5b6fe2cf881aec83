import { randomUUID } from "node:crypto";
import formbody from "@fastify/formbody";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { escapePattern } from "../../base/escape-pattern.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { acceptsAnyOf, HttpError, parseAcceptHeader } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { User } from "../store/user-store.ts";
import { createErrorResponse, toCallerFailure } from "./failure.ts";
import { addOperationRoutes } from "./operation-routes.ts";
import { addBodyTimeout, addStreamedBodies, discardUnreadBodies } from "./request-bodies.ts";
import { RunningCalls } from "./running-calls.ts";
import { addSignInRoutes } from "./sign-in-routes.ts";
import { addUploadRoute, continueLetInRequests } from "./upload-route.ts";

/** Records which methods each path supports, to answer others with 405 and `Allow` (RFC 9110, 15.5.6). */
class AllowedMethods {
  readonly #routes: { readonly method: string; readonly pattern: RegExp }[] = [];

  /** Records every route that is added from now on. */
  observe(app: FastifyInstance): void {
    app.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) {
        this.#routes.push({ method: one, pattern: patternOf(url) });
      }
    });
  }

  /** Methods of a path, given without query; empty for an unknown path. */
  methodsOf(path: string): string[] {
    const found = this.#routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(found)].sort();
  }
}

function patternOf(url: string): RegExp {
  const literal = url.split(/:\w+/).map(escapePattern);
  return new RegExp(`^${literal.join("[^/]+")}$`);
}

/** Logs the failures of answers that have begun, which Fastify leaves out together with its lines about requests. */
class AnswerLog extends LogController {
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.raw.destroyed) {
      request.log.info("the caller disconnected");
    } else {
      request.log.error({ err: error }, "failed after the answer had begun");
    }
  }
}

declare module "fastify" {
  interface FastifyRequest {
    caller: User | undefined;
  }
  interface FastifyContextConfig {
    operation?: string;
    row?: OperationDefinition;
    /** Whether the route answers with another address for the body. */
    isRedirected?: boolean;
  }
}

/**
 * Headers of every answer. Answers hold personal data or credentials (RFC 6749, 5.1), so nothing may cache them; and
 * browsers must not guess their type.
 */
const answerHeaders = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

const bodyLimitBytes = 10 * 1024 * 1024;

interface ServerOptions {
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  readonly logger: FastifyBaseLogger;
  /** Called when a request begins and when its answer has been sent. */
  readonly onActivity?: () => void;
  /** Adds routes that are not part of the service's interface. */
  readonly addRoutes?: (app: FastifyInstance) => void;
}

/** The running HTTP server of the service. */
export interface ServiceServer {
  /** Base URL, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  /** Returns the number of calls in progress. */
  runningCalls(): number;
  /** Refuses new calls, waits up to `graceMs` for running calls, then ends them. */
  stop(graceMs: number): Promise<void>;
}

/** Connections that wait to be accepted. Node's own 511 are too few for a thousand callers at once: the rest are reset. */
const backlog = 4096;

/**
 * Starts the HTTP server for the operations of the contract. It listens only on the loopback address of this machine.
 */
export async function startServer(parts: ServiceDependencies, options: ServerOptions): Promise<ServiceServer> {
  const running = new RunningCalls();
  const app = fastify({
    loggerInstance: options.logger,
    logController: new AnswerLog({ disableRequestLogging: true, requestIdLogLabel: "rci" }),
    bodyLimit: bodyLimitBytes,
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // No hooks run for these errors.
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply.headers(answerHeaders)),
    routerOptions: { maxParamLength: 500 },
  });
  app.decorateRequest("caller", undefined);
  app.addHook("onRequest", async (_request, reply) => void reply.headers(answerHeaders));
  addBodyTimeout(app, parts.clock);
  let isStopping = false;
  app.addHook("onRequest", async () => {
    options.onActivity?.();
    if (isStopping) {
      throw new HttpError(503, "STOPPING", "The service is stopping.");
    }
  });
  app.addHook("onResponse", async (request, reply) => {
    options.onActivity?.();
    const operation = request.routeOptions.config.operation ?? "unknown";
    request.log.info({ operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "answered");
  });
  addHostCheck(app);
  discardUnreadBodies(app, parts.clock);
  continueLetInRequests(app);
  const allowed = new AllowedMethods();
  allowed.observe(app);
  app.setNotFoundHandler((request, reply) => refuseRoute(request, reply, allowed));
  app.setErrorHandler(sendFailure);
  await app.register(formbody, { bodyLimit: 64 * 1024 });
  await addStreamedBodies(app);
  options.addRoutes?.(app);
  addSignInRoutes(app, parts);
  addUploadRoute(app, parts, running);
  addOperationRoutes(app, parts, running);
  const url = await app.listen({ host: "127.0.0.1", port: options.port, backlog });
  return {
    url,
    runningCalls: () => running.count,
    async stop(graceMs) {
      isStopping = true;
      const timer = setTimeout(() => {
        running.abortAll();
        app.server.closeAllConnections();
      }, graceMs);
      await app.close();
      clearTimeout(timer);
    },
  };
}

/** Throws a 405 if the path supports other methods, with `HEAD` and `OPTIONS` like any other, else a 404. */
function refuseRoute(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods): never {
  const { method } = request;
  const path = pathOf(request);
  const methods = allowed.methodsOf(path);
  if (methods.length === 0 || methods.includes(method)) {
    throw new HttpError(404, "ROUTE_UNKNOWN", `There is no operation ${method} ${path}.`);
  }
  const list = methods.join(", ");
  reply.header("allow", list);
  throw new HttpError(405, "METHOD_NOT_ALLOWED", `${path} does not allow ${method}; it allows ${list}.`);
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (reply.raw.destroyed) {
    request.log.info("the caller disconnected");
    return reply;
  }
  const failure = toCallerFailure(error);
  if (failure.status >= 500) {
    request.log.error({ code: failure.code, err: error }, "failed");
  } else {
    request.log.info({ code: failure.code, status: failure.status }, failure.message);
  }
  if (failure.retryAfterSeconds !== undefined) {
    reply.header("retry-after", failure.retryAfterSeconds);
  }
  // Fastify closes the connection after a body that it refused, which would lose the answer; see discardUnreadBodies.
  reply.removeHeader("connection");
  const delivered = canDeliver(request, failure.status) ? failure : undeliverable;
  return reply
    .code(delivered.status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(createErrorResponse(delivered, request.id, request.routeOptions.config.row)));
}

const undeliverable = {
  status: 406,
  code: "NOT_ACCEPTABLE",
  message: "The call failed, and its error is JSON, which the Accept header excludes; add application/json to Accept.",
};

/**
 * Whether the caller accepts the error as JSON. A caller of the flat forms who does not gets a 406 instead of the error
 * (sql-like-language 11), except for a 401, which clients need to sign in again.
 */
function canDeliver(request: FastifyRequest, status: number): boolean {
  const { row } = request.routeOptions.config;
  const isFlat = Object.values(row?.answers ?? {}).some((answer) => typeof answer === "symbol");
  return !isFlat || status === 401 || acceptsAnyOf(parseAcceptHeader(request.headers.accept), ["application/json"]);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

/**
 * Refuses requests whose `Host` is not this machine: a web page whose host name resolves to 127.0.0.1 must not reach
 * the service.
 */
function addHostCheck(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    // Node uses the first of several Host headers, and a proxy in between may use another (RFC 9112, 3.2).
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
