import type { PageContext } from "./page-context.ts";

/** People pause between words; each pause becomes one step of undo. */
const pauseMs = 400;

/** Holds what is typed back until a pause, and tells while it is not in the file. */
export class TypedText {
  readonly #context: PageContext;
  readonly #send: () => Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = 0;

  /** `send` gives nothing when what is typed cannot be sent. */
  constructor(context: PageContext, send: () => Promise<void> | undefined) {
    this.#context = context;
    this.#send = send;
  }

  /** Whether the file has not everything that was typed. */
  get isBusy(): boolean {
    return this.#timer !== undefined || this.#sending > 0;
  }

  typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pauseMs);
  }

  /** Forgets what was typed and not sent. */
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
