import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { RequestBytes } from "../upload/byte-source.ts";

/** An HTTP request that does not belong to an operation of the contract. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | RequestBytes | undefined;
}

/** Dependencies and abort signal for sending a raw request. */
export interface RawRequestContext {
  agentOf(protocol: string): Agent;
  /** Aborts sending the request and reading the response. */
  readonly signal: AbortSignal;
  /** Resolves when the time for the response to `Expect: 100-continue` is over. */
  waitForContinueTimeout(signal: AbortSignal): Promise<void>;
}

export interface RawResponse extends HttpResponse {
  /** Closes the connection without reading the body of the response. */
  drop(): void;
}

/**
 * Sends requests that node-fetch does not support: a GET with a body, a body after 100 Continue, and a streamed body
 * that stops when a refusal arrives. Rejects with the error of `node:http` or of reading the body.
 */
export function sendRawRequest(request: RawRequest, parts: RawRequestContext): Promise<RawResponse> {
  const url = new URL(request.url);
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = start(url, {
      method: request.method,
      headers: { ...request.headers, ...lengthHeaders(request) },
      agent: parts.agentOf(url.protocol),
      signal: parts.signal,
    });
    const sending = new BodySending(outgoing);
    outgoing.on("error", reject);
    outgoing.once("response", (response) => resolve(toRawAnswer(outgoing, response)));
    sending.send(request, parts).catch((error: unknown) => {
      reject(error);
      outgoing.destroy();
    });
  });
}

/** Returns explicit length headers, without which `node:http` does not send the body of a GET. */
function lengthHeaders({ body, headers }: RawRequest): Record<string, string> {
  if (body === undefined || headers["Content-Length"] !== undefined) {
    return {};
  }
  return typeof body === "string"
    ? { "Content-Length": String(Buffer.byteLength(body)) }
    : { "Transfer-Encoding": "chunked" };
}

/** Sends a body until the service refuses it or the connection ends. */
class BodySending {
  readonly #outgoing: ClientRequest;
  /** True if the service responded with a failure before it had received the complete body. */
  #isRefused = false;

  constructor(outgoing: ClientRequest) {
    this.#outgoing = outgoing;
    outgoing.once("response", ({ statusCode = 0 }) => {
      this.#isRefused = statusCode >= 300;
    });
  }

  async send({ body, headers }: RawRequest, parts: RawRequestContext): Promise<void> {
    if (headers.Expect !== undefined && !(await this.#mayContinue(parts))) {
      return;
    }
    if (body === undefined || typeof body === "string") {
      this.#outgoing.end(body);
      return;
    }
    for await (const piece of body.open()) {
      if (this.#isOver()) {
        return;
      }
      if (!this.#outgoing.write(piece)) {
        await this.#next("drain", "response", "close");
      }
    }
    if (!this.#isOver()) {
      this.#outgoing.end();
    }
  }

  /** Waits for 100 Continue. Returns false if another response arrived instead or the connection ended. */
  async #mayContinue(parts: RawRequestContext): Promise<boolean> {
    const hasWaited = new AbortController();
    this.#outgoing.flushHeaders();
    const event = await Promise.race([
      this.#next("continue", "response", "close"),
      parts.waitForContinueTimeout(hasWaited.signal).then(
        () => "late",
        () => "close",
      ),
    ]);
    hasWaited.abort();
    return event === "continue" || event === "late";
  }

  #isOver(): boolean {
    return this.#isRefused || this.#outgoing.destroyed;
  }

  #next(...events: readonly string[]): Promise<string> {
    const outgoing = this.#outgoing;
    if (outgoing.destroyed) {
      return Promise.resolve("close");
    }
    return new Promise((resolve) => {
      const listeners = events.map((event) => {
        const listener = () => {
          for (const { name, listener: other } of listeners) {
            outgoing.off(name, other);
          }
          resolve(event);
        };
        return { name: event, listener };
      });
      for (const { name, listener } of listeners) {
        outgoing.on(name, listener);
      }
    });
  }
}

function toRawAnswer(outgoing: ClientRequest, response: IncomingMessage): RawResponse {
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
      ),
    ),
    body: readBody(outgoing, response),
    drop: () => outgoing.destroy(),
  };
}

async function* readBody(
  outgoing: ClientRequest,
  response: IncomingMessage,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* response;
  } finally {
    // The service would take the unsent rest of the request body for the next request.
    if (!outgoing.writableFinished) {
      outgoing.destroy();
    }
  }
}

/** An HTTP response with any status. */
export interface HttpResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}
