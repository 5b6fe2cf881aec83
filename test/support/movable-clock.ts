import type { Clock } from "../../src/base/clock.ts";

/** A clock that stands still until it is moved; sleepers wake when it has passed their time. */
export class MovableClock implements Clock {
  #nowMs: number;
  readonly #sleepers = new Set<{ readonly until: number; wake(): void }>();

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  /** Whether somebody sleeps for so long from now. */
  hasSleeper(delayMs: number): boolean {
    return [...this.#sleepers].some(({ until }) => until === this.#nowMs + delayMs);
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const sleeper = { until: this.#nowMs + delayMs, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Gives everybody who wakes the time to go on before it returns. */
  async advance(byMs: number): Promise<void> {
    this.#nowMs += byMs;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.until <= this.#nowMs) {
        this.#sleepers.delete(sleeper);
        sleeper.wake();
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
