import type { CancellationToken } from "vscode";
import type { Disposable } from "../base/disposable.ts";

/** Abort reason after a user cancelled; never shown. */
export class CancelledError extends Error {
  override readonly name = "AbortError";
  constructor() {
    super("Cancelled.");
  }
}

/** Whether an error means only that the work was cancelled. */
export function isCancellation(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** Returns a signal that aborts when the token is cancelled. Dispose of it when the work has finished. */
export function signalOf(token: CancellationToken): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort(new CancelledError());
  }
  const subscription = token.onCancellationRequested(() => controller.abort(new CancelledError()));
  return { signal: controller.signal, dispose: () => subscription.dispose() };
}
