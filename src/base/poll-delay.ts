interface PollDelayOptions {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Random number generator; returns a number in [0, 1). */
  readonly random: () => number;
}

const growth = 1.5;
const jitter = 0.2;

/** Polling interval. Grows by half up to a maximum while polls find no change, and is reset when they find one. */
export class PollDelay {
  readonly #options: PollDelayOptions;
  #delayMs: number | undefined;

  constructor(options: PollDelayOptions) {
    this.#options = options;
  }

  /** Returns the milliseconds until the next poll. `isChanged` is true if the last poll found a change. */
  next(isChanged: boolean): number {
    const { firstMs, longestMs, random } = this.#options;
    this.#delayMs = isChanged || this.#delayMs === undefined ? firstMs : Math.min(this.#delayMs * growth, longestMs);
    // Without jitter, polls that began at the same time would stay in step.
    return Math.round(this.#delayMs * (1 - jitter + 2 * jitter * random()));
  }

  /** Sets the polling interval to its maximum until a poll finds a change. */
  slowDown(): void {
    this.#delayMs = this.#options.longestMs;
  }
}
