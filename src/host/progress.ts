import * as vscode from "vscode";
import { signalOf } from "./cancellation.ts";
import { linkFree } from "./link-free.ts";

/** Where progress is shown: in a view, in the status bar, or as a notification. */
type ProgressTarget = { readonly viewId: string } | "notification" | "statusBar";

/** A link after a progress message; links within the message text are disabled. */
interface ProgressLink {
  readonly label: string;
  readonly command: string;
  readonly args: readonly unknown[];
}

interface ProgressDetails {
  /** Percentage points to add to the progress bar. */
  readonly increment?: number;
  readonly link?: ProgressLink;
}

type ReportProgress = (message: string, details?: ProgressDetails) => void;

/**
 * Shows progress while `work` runs, with a cancel button unless `isCancellable` is false. Texts in it never become
 * links.
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
  const options = { location, title: linkFree(title), cancellable: isCancellable };
  return await vscode.window.withProgress(options, async (progress, token) => {
    const cancellation = signalOf(token);
    try {
      return await work(cancellation.signal, (message, { increment, link } = {}) =>
        progress.report({
          message: `${linkFree(message)}${link ? ` ${linkText(link)}` : ""}`,
          ...(increment !== undefined && { increment }),
        }),
      );
    } finally {
      cancellation.dispose();
    }
  });
}

/** Markdown link that runs the command. */
function linkText({ label, command, args }: ProgressLink): string {
  return `[${label}](command:${command}?${encodeURIComponent(JSON.stringify(args))})`;
}
