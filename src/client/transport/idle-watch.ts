import type { Clock } from "../../base/clock.ts";

/**
 * Calls `onIdle` once when one wait lasts longer than `limitMs`. The time between waits does not count, so a slow
 * reader is never taken for a silent server. One timer for many waits.
 */
export class IdleWatch {
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
