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

/** Timer that reports when a tree item has to show a new remaining time. Sends no requests. */
export class CountdownWatch {
  readonly #clock: Clock;
  readonly #expiries: () => readonly number[];
  readonly #onStep: () => void;
  #running: AbortController | undefined;

  /** `expiries` returns the expiry times of the transactions in epoch milliseconds. */
  constructor(clock: Clock, expiries: () => readonly number[], onStep: () => void) {
    this.#clock = clock;
    this.#expiries = expiries;
    this.#onStep = onStep;
  }

  /** Starts the timer for the current expiry times if the tree is visible. Stops it if the tree is hidden. */
  setVisible(isVisible: boolean): void {
    this.#running?.abort();
    this.#running = undefined;
    if (isVisible && this.#expiries().length > 0) {
      this.#running = new AbortController();
      void this.#count(this.#running.signal);
    }
  }

  async #count(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = this.#clock.now();
      const waits = this.#expiries().map((expiry) => msUntilNextStep(expiry - now));
      if (waits.length === 0) {
        return;
      }
      try {
        await this.#clock.sleep(Math.min(...waits) + 1, signal);
      } catch {
        return;
      }
      this.#onStep();
    }
  }
}
