import type { Clock } from "../../base/clock.ts";

/** Upper bound of one sleep, because Node's timers overflow after about 24 days. */
const maxSleepMs = 60 * 60 * 1000;

/** Time until background work is tried again after the platform database could not be written, as on a full disk. */
export const retryPauseMs = 5000;

/** Calls a function whenever the next of several times is reached. Calls never overlap. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #nextTime: () => number | undefined;
  readonly #ring: () => Promise<void>;
  readonly #done: Promise<void>;
  #sleep = new AbortController();
  #isClosed = false;

  /**
   * `nextTime` returns the next time in epoch milliseconds, or undefined if there is none. `ring` is the function to
   * call and must not reject.
   */
  constructor(clock: Clock, nextTime: () => number | undefined, ring: () => Promise<void>) {
    this.#clock = clock;
    this.#nextTime = nextTime;
    this.#ring = ring;
    this.#done = this.#watch();
  }

  /** Determines the next time again. Call it when the times have changed. */
  reset(): void {
    this.#sleep.abort();
  }

  /** Stops the scheduler. Waits for a running call. */
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
      await this.#clock.sleep(Math.min(remainingMs, maxSleepMs), this.#sleep.signal).catch(() => {
        // Aborted: the times have changed, or the alarm was closed.
      });
    }
  }
}
