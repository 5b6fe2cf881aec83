import type { Clock } from "../../base/clock.ts";

/** Error that no sign-in callback arrived from the browser in time. */
export class CallbackTimeoutError extends Error {
  override readonly name = "CallbackTimeoutError";
}

/** Pending sign-ins that wait for a callback from the browser, by `state` parameter. */
export class SignInCallbacks {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, (query: string) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits for the sign-in callback with the given state and returns its query string. Rejects with CallbackTimeoutError
   * or the signal's reason.
   */
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

  /** Passes a callback to the sign-in that waits for it. Returns false if there is none. */
  receive(query: string): boolean {
    const waiting = this.#waiting.get(new URLSearchParams(query).get("state") ?? "");
    waiting?.(query);
    return waiting !== undefined;
  }
}
