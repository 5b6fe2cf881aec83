/** Limits how many tasks run at the same time. Further tasks wait in order of arrival. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Takes a slot that is free now. Returns the function that releases it, or `undefined` if there is none. */
  tryAcquire(): (() => void) | undefined {
    if (this.#free === 0) {
      return undefined;
    }
    this.#free--;
    return () => this.#release();
  }

  /** Waits for a free slot. Returns the function that releases the slot, or `undefined` if the signal aborts first. */
  async acquire(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) {
      return undefined;
    }
    return this.tryAcquire() ?? ((await this.#wait(signal)) ? () => this.#release() : undefined);
  }

  /** Resolves to true when a slot becomes free, or to false if the signal aborts first. */
  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const onSlot = () => {
        signal.removeEventListener("abort", onAbort);
        resolve(true);
      };
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(onSlot), 1);
        resolve(false);
      };
      this.#waiting.push(onSlot);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Releases a slot and gives it to the next waiting task, if there is one. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
    }
  }
}
