import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import fetch, { type Response } from "node-fetch";
import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import { TimeoutError } from "./errors.ts";
import { IdleWatch } from "./idle-watch.ts";
import { networkError } from "./network-failure.ts";
import type { HttpRequest } from "./request.ts";

export interface TransportLimits {
  /** Longest wait for the headers of an answer. */
  readonly headersTimeoutMs: number;
  /** Longest wait for the next piece of a body. */
  readonly idleTimeoutMs: number;
}

export const defaultTransportLimits: TransportLimits = { headersTimeoutMs: 120_000, idleTimeoutMs: 60_000 };

/** What came back, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

interface Call {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

/** Sends one request over node-fetch and turns its failures into ours. Knows nothing of operations and credentials. */
export class Transport implements Disposable {
  readonly #clock: Clock;
  readonly #limits: TransportLimits;
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https = new HttpsAgent({ keepAlive: true });

  constructor(clock: Clock, limits: TransportLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Throws NetworkError, TimeoutError or the signal's reason. The body throws the same while it is read. */
  async send(request: HttpRequest, { operation, signal, timeoutMs }: Call): Promise<HttpAnswer> {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const onAbort = () => ending.abort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const limitMs = timeoutMs ?? this.#limits.headersTimeoutMs;
    const { host } = new URL(request.url);
    const hasBegun = new AbortController();
    let isLate = false;
    this.#clock.sleep(limitMs, hasBegun.signal).then(
      () => {
        isLate = true;
        ending.abort();
      },
      () => undefined,
    );
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        // The API key is in a header of its own, which a followed redirect would carry to a foreign host.
        redirect: "manual",
        agent: ({ protocol }) => (protocol === "https:" ? this.#https : this.#http),
        signal: ending.signal,
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: this.#read(response, { operation, host, signal, ending, onAbort }),
      };
    } catch (error) {
      signal?.removeEventListener("abort", onAbort);
      signal?.throwIfAborted();
      throw isLate ? new TimeoutError(operation, host, "headers", limitMs) : networkError(operation, host, error);
    } finally {
      hasBegun.abort();
    }
  }

  /** Closes the connections that are kept open; calls under way end as if the network broke. */
  dispose(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  async *#read(
    response: Response,
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
      for await (const chunk of response.body ?? []) {
        watch.pause();
        // The library stops listening to the signal when the last byte has arrived, though pieces may still be unread.
        signal?.throwIfAborted();
        const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
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
