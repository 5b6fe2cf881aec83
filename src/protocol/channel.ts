import { isRecord } from "../base/guards.ts";

/** Types of the requests of a message channel: parameters and result, by request name. */
export type Requests = Record<string, { readonly params: unknown; readonly result: unknown }>;

/** Type guards for the parameters of requests, by request name. */
export type RequestGuards<R extends Record<string, { readonly params: unknown }>> = {
  readonly [Name in keyof R]: (params: unknown) => params is R[Name]["params"];
};

/** Types of the events of a message channel, by event name. An event has no response. */
export type Events = Record<string, unknown>;

/** Error that is sent to another process: a code and a message without user data. */
export interface ChannelFailure {
  readonly code: string;
  readonly message: string;
}

export type Packet =
  | { readonly type: "request"; readonly id: number; readonly name: string; readonly params: unknown }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "result"; readonly id: number; readonly value: unknown }
  | { readonly type: "failure"; readonly id: number; readonly failure: ChannelFailure }
  | { readonly type: "event"; readonly name: string; readonly value: unknown };

/** Transport of a message channel, which posts packets to the other process or page. */
interface Port {
  post(packet: Packet): void;
}

export type HandlersOf<R extends Requests> = {
  readonly [Name in keyof R]: (params: R[Name]["params"], signal: AbortSignal) => Promise<R[Name]["result"]>;
};

type ListenersOf<E extends Events> = { readonly [Name in keyof E]?: (value: E[Name]) => void };

/** Error of a request, reported by the other process or detected by the message channel. */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
  readonly code: string;
  constructor(failure: ChannelFailure) {
    super(failure.message);
    this.code = failure.code;
  }
}

/** Whether an error is a ChannelError. Checks properties, because each bundle has a class of its own. */
export function isChannelError(error: unknown): error is ChannelError {
  return error instanceof Error && error.name === "ChannelError" && "code" in error;
}

export interface ChannelOptions<Handled extends Requests, ReceivedEvents extends Events> {
  readonly port: Port;
  readonly handlers: HandlersOf<Handled>;
  /**
   * Guards for the parameters of received requests. A request that fails its guard is rejected before its handler runs.
   */
  readonly guards?: { readonly [Name in keyof Handled]: (params: unknown) => boolean };
  readonly listeners?: ListenersOf<ReceivedEvents>;
  /**
   * Converts an error thrown by a handler into an error response. If this returns undefined, the code of the response
   * is `internal`.
   */
  readonly describe?: (error: unknown) => ChannelFailure | undefined;
  /** Receives an error whose response has the code `internal`, unless the request was cancelled. */
  readonly onUnexpected?: (name: string, error: unknown) => void;
}

/** Endpoint of a typed message channel between two processes, or between a page and its extension host. */
export class Channel<
  Sent extends Requests,
  Handled extends Requests,
  SentEvents extends Events = Events,
  ReceivedEvents extends Events = Events,
> {
  #nextId = 0;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #running = new Map<number, AbortController>();
  readonly #options: ChannelOptions<Handled, ReceivedEvents>;
  #closed: ChannelFailure | undefined;

  constructor(options: ChannelOptions<Handled, ReceivedEvents>) {
    this.#options = options;
  }

  /**
   * Sends a request. Aborting the signal cancels the request's remote handler and rejects at once with the signal's
   * reason.
   */
  request<Name extends keyof Sent & string>(
    name: Name,
    params: Sent[Name]["params"],
    signal?: AbortSignal,
  ): Promise<Sent[Name]["result"]> {
    if (this.#closed) {
      return Promise.reject(new ChannelError(this.#closed));
    }
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#pending.delete(id);
        this.#options.port.post({ type: "cancel", id });
        reject(signal?.reason);
      };
      const settle = () => signal?.removeEventListener("abort", onAbort);
      this.#pending.set(id, {
        resolve: (value) => {
          settle();
          resolve(value);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#options.port.post({ type: "request", id, name, params });
    });
  }

  /** Sends an event. Does nothing once the channel is closed. */
  notify<Name extends keyof SentEvents & string>(name: Name, value: SentEvents[Name]): void {
    this.#post({ type: "event", name, value });
  }

  /** Handles a received message. Ignores messages that are not packets of the channel's protocol. */
  receive(message: unknown): void {
    if (!isPacket(message)) {
      return;
    }
    switch (message.type) {
      case "request":
        void this.#answer(message.id, message.name, message.params);
        return;
      case "cancel":
        this.#running.get(message.id)?.abort();
        return;
      case "event": {
        const listeners: Record<string, ((value: never) => void) | undefined> = this.#options.listeners ?? {};
        const listener = Object.hasOwn(listeners, message.name) ? listeners[message.name] : undefined;
        listener?.(message.value as never);
        return;
      }
      default: {
        const waiting = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        if (message.type === "result") {
          waiting?.resolve(message.value);
        } else {
          waiting?.reject(new ChannelError(message.failure));
        }
      }
    }
  }

  /**
   * Closes the channel: rejects all pending requests and aborts all running handlers, whose responses are not sent.
   * Called when the other process or the page is gone.
   */
  close(failure: ChannelFailure): void {
    this.#closed ??= failure;
    for (const { reject } of this.#pending.values()) {
      reject(new ChannelError(failure));
    }
    this.#pending.clear();
    for (const controller of this.#running.values()) {
      controller.abort();
    }
  }

  #post(packet: Packet): void {
    if (!this.#closed) {
      this.#options.port.post(packet);
    }
  }

  /** Runs the handler of a request and sends exactly one response. If the handler throws, the response is an error. */
  async #answer(id: number, name: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { handlers, guards, describe, onUnexpected } = this.#options;
    try {
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (!handler) {
        throw new ChannelError({
          code: "unknownRequest",
          message: `No handler is registered for the request "${name}".`,
        });
      }
      if (guards?.[name]?.(params) === false) {
        throw new ChannelError({
          code: "malformed",
          message: `The parameters of the request "${name}" are malformed.`,
        });
      }
      const value = await handler(params, controller.signal);
      this.#post({ type: "result", id, value });
    } catch (error) {
      const known = isChannelError(error) ? { code: error.code, message: error.message } : describe?.(error);
      if (!known && !controller.signal.aborted) {
        onUnexpected?.(name, error);
      }
      const failure = known ?? { code: "internal", message: `"${name}" failed for an unexpected reason; see the log.` };
      this.#post({ type: "failure", id, failure });
    } finally {
      this.#running.delete(id);
    }
  }
}

function isPacket(message: unknown): message is Packet {
  if (!isRecord(message)) {
    return false;
  }
  const { type, id, name, failure } = message as Record<string, unknown>;
  switch (type) {
    case "request":
      return typeof id === "number" && typeof name === "string";
    case "cancel":
    case "result":
      return typeof id === "number";
    case "failure": {
      const parts = failure as Partial<ChannelFailure> | null | undefined;
      return typeof id === "number" && typeof parts?.code === "string" && typeof parts.message === "string";
    }
    case "event":
      return typeof name === "string";
    default:
      return false;
  }
}
