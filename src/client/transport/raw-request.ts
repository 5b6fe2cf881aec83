import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { RequestBytes } from "../upload/byte-source.ts";

/** What is sent: a request without what only operations know. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | RequestBytes | undefined;
}

/** What a request needs from whoever sends it. */
export interface RawParts {
  agentOf(protocol: string): Agent;
  /** Ends the request and the reading of its answer. */
  readonly signal: AbortSignal;
  /** Resolves when a server that says nothing to `Expect: 100-continue` is not waited for any longer. */
  untilContinueIsLate(signal: AbortSignal): Promise<void>;
}

export interface RawAnswer extends HttpAnswer {
  /** Closes the connection without reading the body. */
  drop(): void;
}

/**
 * Sends what node-fetch cannot: a GET with a body, a body after 100 Continue, and bytes that are sent no further once a
 * refusal has arrived. Rejects with what `node:http` gives, or with what reading the body threw.
 */
export function sendRaw(request: RawRequest, parts: RawParts): Promise<RawAnswer> {
  const url = new URL(request.url);
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = start(url, {
      method: request.method,
      headers: { ...request.headers, ...framing(request) },
      agent: parts.agentOf(url.protocol),
      signal: parts.signal,
    });
    const sending = new BodySending(outgoing);
    outgoing.on("error", reject);
    outgoing.once("response", (response) => resolve(answerOf(outgoing, response)));
    sending.send(request, parts).catch((error: unknown) => {
      reject(error);
      outgoing.destroy();
    });
  });
}

/** Without a length, `node:http` would not send the body of a GET at all. */
function framing({ body, headers }: RawRequest): Record<string, string> {
  if (body === undefined || headers["Content-Length"] !== undefined) {
    return {};
  }
  return typeof body === "string"
    ? { "Content-Length": String(Buffer.byteLength(body)) }
    : { "Transfer-Encoding": "chunked" };
}

/** Sends a body for as long as somebody wants it. */
class BodySending {
  readonly #outgoing: ClientRequest;
  /** The service answered before it had the whole body, and not with success. */
  #isRefused = false;

  constructor(outgoing: ClientRequest) {
    this.#outgoing = outgoing;
    outgoing.once("response", ({ statusCode = 0 }) => {
      this.#isRefused = statusCode >= 300;
    });
  }

  async send({ body, headers }: RawRequest, parts: RawParts): Promise<void> {
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

  /** False when the answer came in place of 100 Continue, or the connection ended. */
  async #mayContinue(parts: RawParts): Promise<boolean> {
    const hasWaited = new AbortController();
    this.#outgoing.flushHeaders();
    const event = await Promise.race([
      this.#next("continue", "response", "close"),
      parts.untilContinueIsLate(hasWaited.signal).then(
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

function answerOf(outgoing: ClientRequest, response: IncomingMessage): RawAnswer {
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
      ),
    ),
    body: piecesOf(outgoing, response),
    drop: () => outgoing.destroy(),
  };
}

async function* piecesOf(
  outgoing: ClientRequest,
  response: IncomingMessage,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* response;
  } finally {
    // The rest of a body that nobody wants would be taken for the next request.
    if (!outgoing.writableFinished) {
      outgoing.destroy();
    }
  }
}

/** What came back, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}
