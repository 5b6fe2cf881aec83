import type { Clock } from "../../base/clock.ts";

/** Remaining time until a transaction expires, split into units for display. */
interface Countdown {
  readonly hours: number;
  readonly minutes: number;
  /** Seconds of the remaining time in steps of ten. Always 0 if two minutes or more remain. */
  readonly seconds: number;
}

const minuteMs = 60_000;

/**
 * Converts the remaining time of a transaction to display units, rounded down, so that the displayed time is never too
 * long.
 */
export function countdownOf(remainingMs: number): Countdown {
  const remaining = Math.max(0, remainingMs);
  if (remaining < 2 * minuteMs) {
    return { hours: 0, minutes: 0, seconds: Math.floor(remaining / 10_000) * 10 };
  }
  const minutes = Math.floor(remaining / minuteMs);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, seconds: 0 };
}

/** Returns the milliseconds until the displayed countdown changes. */
export function msUntilNextStep(remainingMs: number): number {
  const stepMs = remainingMs <= 2 * minuteMs ? 10_000 : minuteMs;
  return remainingMs <= 0 ? stepMs : remainingMs % stepMs;
}

/** Timer that reports which tree items have to show a new remaining time. Sends no requests. */
export class CountdownWatch {
  readonly #clock: Clock;
  readonly #expiries: () => ReadonlyMap<string, number>;
  readonly #tick: (key: string) => void;
  #running: AbortController | undefined;

  /** `expiries` returns the expiry times of the transactions in epoch milliseconds, by item key. */
  constructor(clock: Clock, expiries: () => ReadonlyMap<string, number>, tick: (key: string) => void) {
    this.#clock = clock;
    this.#expiries = expiries;
    this.#tick = tick;
  }

  /** Starts the timer for the current expiry times if the tree is visible. Stops it if the tree is hidden. */
  setVisible(isVisible: boolean): void {
    this.#running?.abort();
    this.#running = undefined;
    if (isVisible && this.#expiries().size > 0) {
      this.#running = new AbortController();
      void this.#count(this.#running.signal);
    }
  }

  async #count(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = this.#clock.now();
      const waits = [...this.#expiries()].map(([key, expiry]) => ({ key, waitMs: msUntilNextStep(expiry - now) }));
      if (waits.length === 0) {
        return;
      }
      const waitMs = Math.min(...waits.map((wait) => wait.waitMs));
      try {
        await this.#clock.sleep(waitMs + 1, signal);
      } catch {
        return;
      }
      for (const { key } of waits.filter((wait) => wait.waitMs <= waitMs + 1)) {
        this.#tick(key);
      }
    }
  }
}
