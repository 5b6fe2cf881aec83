import * as vscode from "vscode";
import { signalOf } from "./cancellation.ts";

/** Where progress is shown: beside the work in a view, or as a notification where there is no better place. */
export type ProgressPlace = { readonly viewId: string } | "notification" | "statusBar";

/** Shows progress with a stop while `work` runs. */
export async function withProgress<Value>(
  place: ProgressPlace,
  title: string,
  work: (signal: AbortSignal, report: (message: string) => void) => Promise<Value>,
): Promise<Value> {
  const location =
    place === "notification"
      ? vscode.ProgressLocation.Notification
      : place === "statusBar"
        ? vscode.ProgressLocation.Window
        : place;
  return await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const cancellation = signalOf(token);
    try {
      return await work(cancellation.signal, (message) => progress.report({ message }));
    } finally {
      cancellation.dispose();
    }
  });
}
