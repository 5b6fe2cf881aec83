import type { FastifyReply } from "fastify";

/** The calls that are being answered, each with a signal that its handler listens to. */
export class RunningCalls {
  readonly #controllers = new Set<AbortController>();

  /** Aborted when the caller goes away before the answer has been sent, or by `abortAll`. */
  begin(reply: FastifyReply): AbortSignal {
    const controller = new AbortController();
    if (reply.raw.destroyed) {
      // The caller left before the call began; nothing will say so again.
      controller.abort(gone());
      return controller.signal;
    }
    this.#controllers.add(controller);
    reply.raw.once("close", () => {
      this.#controllers.delete(controller);
      if (!reply.raw.writableFinished) {
        controller.abort(gone());
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

function gone(): Error {
  return new Error("The caller went away.");
}
