import type { Clock } from "../../base/clock.ts";

/** The browser did not come back in time. */
export class CallbackTimeoutError extends Error {
  override readonly name = "CallbackTimeoutError";
}

/** The sign-ins that wait for their browser, by the `state` that each was sent out with. */
export class SignInCallbacks {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, (query: string) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Query of the callback with this state. Rejects with CallbackTimeoutError or the signal's reason. */
  async expect(state: string, timeoutMs: number, signal: AbortSignal): Promise<string> {
    const isOver = new AbortController();
    const end = AbortSignal.any([signal, isOver.signal]);
    try {
      return await Promise.race([
        new Promise<string>((resolve) => this.#waiting.set(state, resolve)),
        this.#clock.sleep(timeoutMs, end).then(() => Promise.reject(new CallbackTimeoutError())),
      ]);
    } finally {
      this.#waiting.delete(state);
      isOver.abort();
    }
  }

  /** Hands a callback to the one that waits for it; false when nobody does, for whatever reason. */
  receive(query: string): boolean {
    const waiting = this.#waiting.get(new URLSearchParams(query).get("state") ?? "");
    waiting?.(query);
    return waiting !== undefined;
  }
}
