import * as vscode from "vscode";
import { abortSignalOf } from "./cancellation.ts";
import { disableLinks } from "./untrusted-text.ts";

/** Location where progress is shown: a view, the status bar, or a notification. */
type ProgressTarget = { readonly viewId: string } | "notification" | "statusBar";

/** Link that is shown after a progress message. Links inside the message itself are disabled. */
interface ProgressLink {
  readonly label: string;
  readonly command: string;
  readonly args: readonly unknown[];
}

interface ProgressDetails {
  /** Percentage points by which the progress bar advances. */
  readonly increment?: number;
  readonly link?: ProgressLink;
}

type ReportProgress = (message: string, details?: ProgressDetails) => void;

/**
 * Shows progress while the callback `work` runs. Only a notification has a cancel button, unless `isCancellable` is
 * false. Links in the texts are disabled.
 */
export async function withProgress<Value>(
  target: ProgressTarget,
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<Value>,
  { isCancellable = true } = {},
): Promise<Value> {
  const location =
    target === "notification"
      ? vscode.ProgressLocation.Notification
      : target === "statusBar"
        ? vscode.ProgressLocation.Window
        : target;
  const options = { location, title: disableLinks(title), cancellable: isCancellable };
  return await vscode.window.withProgress(options, async (progress, token) => {
    const cancellation = abortSignalOf(token);
    try {
      return await work(cancellation.signal, (message, { increment, link } = {}) =>
        progress.report({
          message: `${disableLinks(message)}${link ? ` ${linkText(link)}` : ""}`,
          ...(increment !== undefined && { increment }),
        }),
      );
    } finally {
      cancellation.dispose();
    }
  });
}

/** Returns a Markdown link that runs a command. */
function linkText({ label, command, args }: ProgressLink): string {
  return `[${label}](command:${command}?${encodeURIComponent(JSON.stringify(args))})`;
}
