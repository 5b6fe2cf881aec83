/** Polling interval: grows by half up to 30 s while nothing changes, and starts over on a change. */
export class PollBackoff {
  readonly #random: () => number;
  #delayMs = firstMs;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns the milliseconds until the next poll: at most `untilMs`, at least 500. */
  next(isChanged: boolean, untilMs: number | undefined): number {
    const delayMs = isChanged ? firstMs : Math.min(this.#delayMs * growth, maxMs);
    this.#delayMs = delayMs;
    // Without jitter, windows that began at the same time would also poll at the same time.
    const spread = Math.round(delayMs * (1 - jitter + 2 * jitter * this.#random()));
    return untilMs === undefined ? spread : Math.max(minMs, Math.min(spread, untilMs));
  }
}

const firstMs = 1000;
const maxMs = 30_000;
const minMs = 500;
const growth = 1.5;
const jitter = 0.2;
