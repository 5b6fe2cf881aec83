import { Agent, type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { connect, type NetConnectOpts, type Socket } from "node:net";
import fetch from "node-fetch";
import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { ApiError, TimeoutError } from "../interface/errors.ts";
import { transformBytes } from "../upload/byte-source.ts";
import { toNetworkError } from "./network-failure.ts";
import { type HttpResponse, type RawRequest, type RawRequestContext, sendRawRequest } from "./raw-request.ts";
import { sendRedirectedUpload, type UploadContext } from "./redirected-upload.ts";
import type { HttpRequest } from "./request.ts";

/**
 * Calls `onIdle` once when a single wait lasts longer than `limitMs`. Time between waits does not count, so that a slow
 * reader is not mistaken for a silent server. Uses one timer for all waits.
 */
class IdleWatch {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #ended = new AbortController();
  #waitingSince: number | undefined;

  constructor(clock: Clock, limitMs: number, onIdle: () => void) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#watch(onIdle).catch(() => undefined);
  }

  wait(): void {
    this.#waitingSince = this.#clock.now();
  }

  pause(): void {
    this.#waitingSince = undefined;
  }

  end(): void {
    this.#ended.abort();
  }

  async #watch(onIdle: () => void): Promise<void> {
    let delayMs = this.#limitMs;
    while (!this.#ended.signal.aborted) {
      await this.#clock.sleep(delayMs, this.#ended.signal);
      const since = this.#waitingSince;
      delayMs = since === undefined ? this.#limitMs : since + this.#limitMs - this.#clock.now();
      if (delayMs <= 0) {
        onIdle();
        return;
      }
    }
  }
}

export interface TransportLimits {
  /** Maximum wait for the response headers, measured from the last chunk of the request body. */
  readonly headersTimeoutMs: number;
  /** Maximum wait for the next chunk of a response body. */
  readonly idleTimeoutMs: number;
  /** Maximum wait for 100 Continue, which some servers never send. */
  readonly continueTimeoutMs: number;
}

export const defaultTransportLimits: TransportLimits = {
  headersTimeoutMs: 120_000,
  idleTimeoutMs: 60_000,
  continueTimeoutMs: 2000,
};

interface Call {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

/**
 * Sends HTTP requests, with node-fetch where possible, and converts failures to ApiError. It does not know operations
 * and credentials.
 */
export class Transport implements Disposable {
  readonly #clock: Clock;
  readonly #limits: TransportLimits;
  readonly #http: HttpAgent;
  readonly #https = new HttpsAgent({ keepAlive: true });

  /** `proveServer` is the function of the connection. */
  constructor(clock: Clock, limits: TransportLimits, proveServer?: () => Promise<void>) {
    this.#clock = clock;
    this.#limits = limits;
    this.#http = proveServer ? new ProvingAgent({ keepAlive: true }, proveServer) : new HttpAgent({ keepAlive: true });
  }

  /**
   * Sends a request. Throws NetworkError, TimeoutError, the error of reading the request body, or the signal's reason.
   * Reading the body of the response can throw the same errors.
   */
  async send(request: HttpRequest, { operation, signal, timeoutMs }: Call): Promise<HttpResponse> {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const onAbort = () => ending.abort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const limitMs = timeoutMs ?? this.#limits.headersTimeoutMs;
    let isLate = false;
    const watch = new IdleWatch(this.#clock, limitMs, () => {
      isLate = true;
      ending.abort();
    });
    watch.wait();
    let { host } = new URL(request.url);
    try {
      const { status, headers, body } = await this.#exchange(watchedRequest(request, watch), {
        operation,
        agentOf: (protocol) => (protocol === "https:" ? this.#https : this.#http),
        signal: ending.signal,
        waitForContinueTimeout: (waiting) => this.#clock.sleep(this.#limits.continueTimeoutMs, waiting),
        onHost: (next) => {
          host = next;
        },
      });
      return { status, headers, body: this.#read(body, { operation, host, signal, ending, onAbort }) };
    } catch (error) {
      signal?.removeEventListener("abort", onAbort);
      signal?.throwIfAborted();
      if (error instanceof ApiError) {
        throw error;
      }
      throw isLate ? new TimeoutError(operation, host, "headers", limitMs) : toNetworkError(operation, host, error);
    } finally {
      watch.end();
    }
  }

  /** Closes all connections. Running calls fail with NetworkError. */
  dispose(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #exchange(request: HttpRequest, parts: UploadContext): Promise<HttpResponse> {
    if (request.transport === "redirectedUpload") {
      return sendRedirectedUpload(request, parts);
    }
    const needsRaw = request.transport === "getWithBody" || typeof request.body === "object";
    return needsRaw ? sendRawRequest(request, parts) : sendFetched(request, parts);
  }

  async *#read(
    body: AsyncIterable<Uint8Array>,
    call: {
      readonly operation: string;
      readonly host: string;
      readonly signal: AbortSignal | undefined;
      readonly ending: AbortController;
      readonly onAbort: () => void;
    },
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { operation, host, signal, ending } = call;
    const { idleTimeoutMs } = this.#limits;
    let bytesRead = 0;
    let isIdle = false;
    const watch = new IdleWatch(this.#clock, idleTimeoutMs, () => {
      isIdle = true;
      ending.abort();
    });
    try {
      watch.wait();
      for await (const bytes of body) {
        watch.pause();
        // The libraries stop listening to the signal when the last byte has arrived, even if chunks are still unread.
        signal?.throwIfAborted();
        bytesRead += bytes.length;
        yield bytes;
        watch.wait();
      }
      signal?.throwIfAborted();
    } catch (error) {
      signal?.throwIfAborted();
      throw isIdle
        ? new TimeoutError(operation, host, "body", idleTimeoutMs)
        : toNetworkError(operation, host, error, bytesRead);
    } finally {
      watch.end();
      signal?.removeEventListener("abort", call.onAbort);
    }
  }
}

/**
 * Counts only the time in which a chunk waits for the network, so that a slow file is not mistaken for a silent server.
 */
function watchedRequest(request: HttpRequest, watch: IdleWatch): HttpRequest {
  if (typeof request.body !== "object") {
    return request;
  }
  const body = transformBytes(request.body, async function* (pieces) {
    watch.pause();
    try {
      for await (const piece of pieces) {
        watch.wait();
        yield piece;
        watch.pause();
      }
    } finally {
      watch.wait();
    }
  });
  return { ...request, body };
}

/** Sends a request with a text body, or none, with node-fetch. Rejects with the library's errors. */
async function sendFetched(
  { method, url, headers, body }: RawRequest,
  { agentOf, signal }: Pick<RawRequestContext, "agentOf" | "signal">,
): Promise<HttpResponse> {
  const response = await fetch(url, {
    method,
    headers,
    body: typeof body === "string" ? body : null,
    // A followed redirect would send the API key, which is in a custom header, to another host.
    redirect: "manual",
    agent: ({ protocol }) => agentOf(protocol),
    signal,
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: readBody(response.body) };
}

async function* readBody(body: AsyncIterable<string | Uint8Array> | null): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of body ?? []) {
    yield typeof piece === "string" ? Buffer.from(piece) : piece;
  }
}

/**
 * HTTP agent that releases a new connection only after `prove` has resolved. The check runs after the connection is
 * opened, because the server could be replaced between an earlier check and the connection.
 */
class ProvingAgent extends Agent {
  readonly #prove: () => Promise<void>;

  constructor(options: AgentOptions, prove: () => Promise<void>) {
    super(options);
    this.#prove = prove;
  }

  /** Passes the connection to the callback, as Node's agents allow. */
  override createConnection(
    options: NetConnectOpts,
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const socket = connect(options);
    let isEnded = false;
    const end = (error: Error | null) => {
      if (!isEnded) {
        isEnded = true;
        callback?.(error, socket);
      }
      if (error) {
        socket.destroy();
      }
    };
    // A server that ends meanwhile closes the connection without an error. A request on it would wait for its time limit.
    const onClose = () =>
      end(Object.assign(new Error("The server has closed the connection."), { code: "ECONNRESET" }));
    socket.once("error", end);
    socket.once("close", onClose);
    socket.once("connect", () => {
      this.#prove().then(
        () => {
          socket.off("error", end);
          socket.off("close", onClose);
          end(null);
        },
        (error: unknown) => end(error instanceof Error ? error : new Error("The server could not be verified.")),
      );
    });
  }
}
