import type { PageContext } from "./page-context.ts";

/** Typing pause after which input is sent; each pause becomes one undo step. */
const pauseMs = 400;

/** Delays sending of input until a typing pause. */
export class DelayedInput {
  readonly #context: PageContext;
  readonly #send: () => Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = 0;

  /** Creates the delay; `send` returns undefined if the input is invalid and was not sent. */
  constructor(context: PageContext, send: () => Promise<void> | undefined) {
    this.#context = context;
    this.#send = send;
  }

  /** Whether there is input that is not yet in the file. */
  get isBusy(): boolean {
    return this.#timer !== undefined || this.#sending > 0;
  }

  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pauseMs);
  }

  /** Discards pending input. */
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
