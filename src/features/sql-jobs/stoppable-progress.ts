import * as vscode from "vscode";
import { isCancellation } from "../../host/cancellation.ts";
import { withProgress } from "../../host/progress.ts";

/**
 * Shows progress that can be stopped. After a stop, a second notification tells that the transaction is being rolled
 * back, and the status bar when that is done.
 */
export async function withStoppableProgress<Value>(
  title: string,
  name: string,
  work: (signal: AbortSignal, notify: (message: string) => void) => Promise<Value>,
): Promise<Value> {
  return await withProgress("notification", title, async (signal, notify) => {
    const working = work(signal, notify);
    const onAbort = () => void notifyStopping(name, working);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await working;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  });
}

/** Describes what a stop does to a run. */
export function stoppingText(name: string): string {
  return vscode.l10n.t("Stopping {0}: its transaction is rolled back when the running job ends", name);
}

async function notifyStopping(name: string, working: Promise<unknown>): Promise<void> {
  const ended = working.then(
    () => undefined,
    (error: unknown) => error,
  );
  const error = await withProgress("notification", stoppingText(name), () => ended, { isCancellable: false });
  if (error !== undefined && isCancellation(error)) {
    const text = vscode.l10n.t("{0} was stopped and rolled back: nothing has changed", name);
    vscode.window.setStatusBarMessage(`$(discard) ${text}`, 10_000);
  }
}
