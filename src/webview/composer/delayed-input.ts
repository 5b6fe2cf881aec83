import type { PageContext } from "./page-context.ts";

/** Typing pause after which input is sent; each pause becomes one undo step. */
const pauseMs = 400;

/** Delays the input of a field until the user pauses typing, then sends it. */
export class DelayedInput {
  readonly #context: PageContext;
  readonly #send: () => Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = 0;

  /** `send` returns undefined if the input is invalid and was not sent. */
  constructor(context: PageContext, send: () => Promise<void> | undefined) {
    this.#context = context;
    this.#send = send;
  }

  /** Whether there is input that is not in the file yet. */
  get isBusy(): boolean {
    return this.#timer !== undefined || this.#sending > 0;
  }

  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pauseMs);
  }

  /** Discards input that was not sent yet. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  flush(): void {
    if (this.#timer === undefined) {
      return;
    }
    this.drop();
    const sent = this.#send();
    if (!sent) {
      return;
    }
    this.#sending++;
    sent
      .catch((error: unknown) => this.#context.report(error))
      .finally(() => {
        this.#sending--;
        this.#context.settled();
      });
  }
}
