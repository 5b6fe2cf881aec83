import type { CancellationToken } from "vscode";
import type { Disposable } from "../base/disposable.ts";

/** Why a signal of ours is aborted when a person pressed stop; shown to nobody. */
export class CancelledError extends Error {
  override readonly name = "AbortError";
  constructor() {
    super("Cancelled.");
  }
}

/** Whether a failure only says that somebody stopped the work. */
export function isCancellation(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** A signal that is aborted with the token. Dispose when the work is over. */
export function signalOf(token: CancellationToken): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort(new CancelledError());
  }
  const subscription = token.onCancellationRequested(() => controller.abort(new CancelledError()));
  return { signal: controller.signal, dispose: () => subscription.dispose() };
}
