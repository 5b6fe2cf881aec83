import type { Clock } from "../../base/clock.ts";

/** Node's timers overflow after some 24 days. */
const longestSleepMs = 60 * 60 * 1000;

/** Rings whenever the clock comes to the next of some times, one ringing after the other. */
export class Alarm {
  readonly #clock: Clock;
  readonly #nextTime: () => number | undefined;
  readonly #ring: () => Promise<void>;
  readonly #done: Promise<void>;
  #sleep = new AbortController();
  #isClosed = false;

  /** `nextTime` gives epoch milliseconds, or nothing while there is nothing to wait for; `ring` never fails. */
  constructor(clock: Clock, nextTime: () => number | undefined, ring: () => Promise<void>) {
    this.#clock = clock;
    this.#nextTime = nextTime;
    this.#ring = ring;
    this.#done = this.#watch();
  }

  /** The times have changed. */
  reset(): void {
    this.#sleep.abort();
  }

  /** Waits for a ringing that is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#sleep.abort();
    await this.#done;
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      const remainingMs = (this.#nextTime() ?? Number.POSITIVE_INFINITY) - this.#clock.now();
      if (remainingMs <= 0) {
        await this.#ring();
        continue;
      }
      this.#sleep = new AbortController();
      await this.#clock.sleep(Math.min(remainingMs, longestSleepMs), this.#sleep.signal).catch(() => {
        // Woken: the times have changed, or the watch ends.
      });
    }
  }
}
