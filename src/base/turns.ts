/** Limits how many tasks run at the same time. Further tasks wait in order of arrival. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Waits for a free slot and returns the function that releases it, or `undefined` if the signal aborts first. */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) {
      return undefined;
    }
    if (this.#free > 0) {
      this.#free--;
    } else if (!(await this.#wait(signal))) {
      return undefined;
    }
    return () => this.#pass();
  }

  /** Resolves to whether a slot became free before the signal aborted. */
  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const onTurn = () => {
        signal.removeEventListener("abort", onAbort);
        resolve(true);
      };
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(onTurn), 1);
        resolve(false);
      };
      this.#waiting.push(onTurn);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Passes the slot to the next waiting task. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
    }
  }
}
