import * as vscode from "vscode";
import { failureDetails } from "../base/failure.ts";
import { isCancellation } from "./cancellation.ts";
import type { CommandId } from "./command-ids.ts";
import type { Log } from "./log.ts";
import { showError } from "./notifications.ts";
import { isUntrusted, manageTrust } from "./trust.ts";

/** What commands do, by id; each gets the arguments of its command. */
export type CommandHandlers = { readonly [Id in CommandId]?: (item: unknown) => Promise<void> | void };

/** Registers a command. An error that it throws is shown as one message with a button that opens the log. */
export function registerCommand(
  log: Log,
  id: CommandId,
  run: (...args: unknown[]) => Promise<void> | void,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: unknown[]) => {
    try {
      await run(...args);
    } catch (error) {
      if (!isCancellation(error)) {
        await showFailure(log, error);
      }
    }
  });
}

/**
 * Logs an error and shows its message with a button that opens the log or, for untrusted workspaces, the trust editor.
 */
export async function showFailure(log: Log, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : vscode.l10n.t("An unexpected error occurred.");
  log.error([message, ...failureDetails(error)].join(" · "));
  if (isUntrusted(error)) {
    const manage = vscode.l10n.t("Manage Workspace Trust");
    if ((await showError(message, manage)) === manage) {
      await manageTrust();
    }
    return;
  }
  const showLog = vscode.l10n.t("Show Log");
  if ((await showError(message, showLog)) === showLog) {
    log.show();
  }
}
