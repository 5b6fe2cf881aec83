import type { Clock } from "../../../src/base/clock.ts";

interface Sleeper {
  readonly delayMs: number;
  readonly wakesAt: number;
  wake(): void;
}

/** Time that moves only when told to. */
export class ManualClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();
  readonly #watchers = new Set<() => void>();

  constructor(now = Date.parse("2024-06-01T00:00:00Z")) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const sleeper = { delayMs, wakesAt: this.#now + delayMs, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener(
        "abort",
        () => {
          this.#sleepers.delete(sleeper);
          reject(signal.reason);
        },
        { once: true },
      );
      for (const notify of [...this.#watchers]) {
        notify();
      }
    });
  }

  /** Resolves once somebody sleeps for exactly this long. */
  untilAsleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if ([...this.#sleepers].some((sleeper) => sleeper.delayMs === delayMs)) {
          this.#watchers.delete(look);
          resolve();
        }
      };
      this.#watchers.add(look);
      look();
    });
  }

  advance(byMs: number): void {
    this.#now += byMs;
    for (const sleeper of [...this.#sleepers].filter(({ wakesAt }) => wakesAt <= this.#now)) {
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }

  get sleeperCount(): number {
    return this.#sleepers.size;
  }
}
