import * as vscode from "vscode";
import { signalOf } from "./cancellation.ts";
import { linkFree } from "./link-free.ts";

/** Where progress is shown: beside the work in a view, or as a notification where there is no better place. */
type ProgressPlace = { readonly viewId: string } | "notification" | "statusBar";

/** A link of our own behind a message of progress, whose text alone can have none. */
interface ProgressLink {
  readonly label: string;
  readonly command: string;
  readonly args: readonly unknown[];
}

interface ProgressDetails {
  /** Percent to add to the bar. */
  readonly increment?: number;
  readonly link?: ProgressLink;
}

type ReportProgress = (message: string, details?: ProgressDetails) => void;

/** Shows progress while `work` runs, with a stop unless `isCancellable` is false. Texts of others in it become no links. */
export async function withProgress<Value>(
  place: ProgressPlace,
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<Value>,
  { isCancellable = true } = {},
): Promise<Value> {
  const location =
    place === "notification"
      ? vscode.ProgressLocation.Notification
      : place === "statusBar"
        ? vscode.ProgressLocation.Window
        : place;
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

/** VS Code runs the command when the link is selected. */
function linkText({ label, command, args }: ProgressLink): string {
  return `[${label}](command:${command}?${encodeURIComponent(JSON.stringify(args))})`;
}
