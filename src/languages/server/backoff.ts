/** Runs something later, in milliseconds; gives how to call it off. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

const firstMs = 2_000;
const longestMs = 120_000;

const scheduleTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Waits after failures, twice as long after each, and then lets it be tried again. */
export class Backoff {
  readonly #retry: () => void;
  readonly #schedule: Schedule;
  #nextMs = firstMs;
  #callOff: (() => void) | undefined;

  constructor(retry: () => void, schedule: Schedule = scheduleTimer) {
    this.#retry = retry;
    this.#schedule = schedule;
  }

  /** While it is, there is no use in trying. */
  get isWaiting(): boolean {
    return this.#callOff !== undefined;
  }

  fail(): void {
    if (!this.#callOff) {
      this.#callOff = this.#schedule(() => {
        this.#callOff = undefined;
        this.#retry();
      }, this.#nextMs);
      this.#nextMs = Math.min(this.#nextMs * 2, longestMs);
    }
  }

  /** All is well: nothing is waited for, and the next failure starts anew. */
  reset(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#nextMs = firstMs;
  }
}
