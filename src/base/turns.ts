/** Lets only so many pieces of work go on at once; the others wait, first come first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Waits for a turn and gives what ends it; `undefined` when the signal was aborted first. */
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

  /** Whether a turn came before the signal was aborted. */
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

  /** Gives the turn to the next in line. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
    }
  }
}
