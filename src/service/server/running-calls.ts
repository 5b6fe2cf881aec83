import type { FastifyReply } from "fastify";

/** The calls that are in progress, each with an abort signal for its handler. */
export class RunningCalls {
  readonly #controllers = new Set<AbortController>();

  /**
   * Registers a call. Its signal is aborted by `abortAll`, or when the caller disconnects before the response is sent.
   * `onEnd` is called when the whole response was sent or the caller disconnected.
   */
  begin(reply: FastifyReply, onEnd: () => void = () => undefined): AbortSignal {
    const controller = new AbortController();
    if (reply.raw.destroyed) {
      onEnd();
      // The caller left before the call began: there will be no further event.
      controller.abort(callerGone());
      return controller.signal;
    }
    this.#controllers.add(controller);
    reply.raw.once("close", () => {
      this.#controllers.delete(controller);
      onEnd();
      if (!reply.raw.writableFinished) {
        controller.abort(callerGone());
      }
    });
    return controller.signal;
  }

  get count(): number {
    return this.#controllers.size;
  }

  abortAll(): void {
    for (const controller of this.#controllers) {
      controller.abort(new Error("The service is stopping."));
    }
  }
}

function callerGone(): Error {
  return new Error("The caller disconnected.");
}
