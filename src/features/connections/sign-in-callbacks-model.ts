import type { Clock } from "../../base/clock.ts";

/** The browser did not return in time. */
export class CallbackTimeoutError extends Error {
  override readonly name = "CallbackTimeoutError";
}

/** Sign-ins that wait for the browser's callback, by the `state` parameter of each. */
export class SignInCallbacks {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, (query: string) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the query of the callback with this state. Rejects with CallbackTimeoutError or the signal's reason. */
  async expect(state: string, timeoutMs: number, signal: AbortSignal): Promise<string> {
    const finished = new AbortController();
    const end = AbortSignal.any([signal, finished.signal]);
    try {
      return await Promise.race([
        new Promise<string>((resolve) => this.#waiting.set(state, resolve)),
        this.#clock.sleep(timeoutMs, end).then(() => Promise.reject(new CallbackTimeoutError())),
      ]);
    } finally {
      this.#waiting.delete(state);
      finished.abort();
    }
  }

  /** Passes a callback to the sign-in that waits for it; false if none does. */
  receive(query: string): boolean {
    const waiting = this.#waiting.get(new URLSearchParams(query).get("state") ?? "");
    waiting?.(query);
    return waiting !== undefined;
  }
}
