import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { ApiError, TimeoutError } from "../interface/errors.ts";
import { throughStep } from "../upload/byte-source.ts";
import { sendFetched } from "./fetched-request.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { IdleWatch } from "./idle-watch.ts";
import { networkError } from "./network-failure.ts";
import { ProvingAgent } from "./proving-agent.ts";
import { sendRaw } from "./raw-request.ts";
import { sendRedirectedUpload, type UploadParts } from "./redirected-upload.ts";
import type { HttpRequest } from "./request.ts";

export interface TransportLimits {
  /** Longest wait for the headers of an answer, since the last piece of the request's body was handed over. */
  readonly headersTimeoutMs: number;
  /** Longest wait for the next piece of a body. */
  readonly idleTimeoutMs: number;
  /** How long 100 Continue is waited for: some servers never say it. */
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
 * Sends one request, over node-fetch where that can, and turns its failures into ours. Knows nothing of operations and
 * credentials.
 */
export class Transport implements Disposable {
  readonly #clock: Clock;
  readonly #limits: TransportLimits;
  readonly #http: HttpAgent;
  readonly #https = new HttpsAgent({ keepAlive: true });

  /** `proveServer` is that of the connection. */
  constructor(clock: Clock, limits: TransportLimits, proveServer?: () => Promise<void>) {
    this.#clock = clock;
    this.#limits = limits;
    this.#http = proveServer ? new ProvingAgent({ keepAlive: true }, proveServer) : new HttpAgent({ keepAlive: true });
  }

  /**
   * Throws NetworkError, TimeoutError, what reading the request's body threw, or the signal's reason. The answer's body
   * throws the same while it is read.
   */
  async send(request: HttpRequest, { operation, signal, timeoutMs }: Call): Promise<HttpAnswer> {
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
        untilContinueIsLate: (waiting) => this.#clock.sleep(this.#limits.continueTimeoutMs, waiting),
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
      throw isLate ? new TimeoutError(operation, host, "headers", limitMs) : networkError(operation, host, error);
    } finally {
      watch.end();
    }
  }

  /** Closes the connections that are kept open; calls under way end as if the network broke. */
  dispose(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #exchange(request: HttpRequest, parts: UploadParts): Promise<HttpAnswer> {
    if (request.transport === "redirectedUpload") {
      return sendRedirectedUpload(request, parts);
    }
    const needsRaw = request.transport === "getWithBody" || typeof request.body === "object";
    return needsRaw ? sendRaw(request, parts) : sendFetched(request, parts);
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
        // The libraries stop listening to the signal when the last byte has arrived, though pieces may still be unread.
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
        : networkError(operation, host, error, bytesRead);
    } finally {
      watch.end();
      signal?.removeEventListener("abort", call.onAbort);
    }
  }
}

/** A slow file is not a silent server: only the time in which a piece waits for the network counts. */
function watchedRequest(request: HttpRequest, watch: IdleWatch): HttpRequest {
  if (typeof request.body !== "object") {
    return request;
  }
  const body = throughStep(request.body, async function* (pieces) {
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
