interface PollDelayOptions {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
}

const growth = 1.5;
const jitter = 0.2;

/** Polling interval: grows by half up to a bound while nothing changes, and starts over on a change. */
export class PollDelay {
  readonly #options: PollDelayOptions;
  #delayMs: number | undefined;

  constructor(options: PollDelayOptions) {
    this.#options = options;
  }

  /** Returns the milliseconds until the next poll. `isChanged` says whether the last poll found a change. */
  next(isChanged: boolean): number {
    const { firstMs, longestMs, random } = this.#options;
    this.#delayMs = isChanged || this.#delayMs === undefined ? firstMs : Math.min(this.#delayMs * growth, longestMs);
    // Without jitter, polls that began at the same time would stay in step.
    return Math.round(this.#delayMs * (1 - jitter + 2 * jitter * random()));
  }

  /** Sets the interval to its maximum until the next change. */
  slowDown(): void {
    this.#delayMs = this.#options.longestMs;
  }
}
