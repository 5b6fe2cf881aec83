import type { Disposable } from "../base/disposable.ts";

/** Cancellation token of VS Code, as far as it is used here. */
interface CancellationToken {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: (listener: () => void) => Disposable;
}

/** Error that is thrown after the user cancelled. It is never shown to the user. */
export class CancelledError extends Error {
  override readonly name = "AbortError";
  constructor() {
    super("Cancelled.");
  }
}

/**
 * Whether an error only reports that an operation was cancelled, or that a call was not sent because the user cancelled
 * its confirmation.
 */
export function isCancellation(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === "AbortError" || (error.name === "DeniedError" && isCancellation(error.cause)))
  );
}

/**
 * Returns an abort signal that aborts when a VS Code cancellation token is cancelled. The caller disposes of it after
 * the operation.
 */
export function abortSignalOf(token: CancellationToken): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort(new CancelledError());
  }
  const subscription = token.onCancellationRequested(() => controller.abort(new CancelledError()));
  return { signal: controller.signal, dispose: () => subscription.dispose() };
}
