import * as vscode from "vscode";
import { failureDetails } from "../base/failure.ts";
import { refusedCredentials } from "../base/refused-credentials.ts";
import { isCancellation } from "./cancellation.ts";
import * as commandIds from "./command-ids.ts";
import type { CommandId } from "./contributions.ts";
import type { Log } from "./log.ts";
import { showError } from "./notifications.ts";
import { isUntrusted, manageTrust } from "./trust.ts";

/** Handler functions of commands by command id. Each receives the arguments of its command. */
export type CommandHandlers = { readonly [Id in CommandId]?: (item: unknown) => Promise<void> | void };

/**
 * Registers a command. If its handler throws an error, a message with a button that opens the log is shown. A handler
 * that takes arguments is not called for a tree item that VS Code no longer knows.
 */
export function registerCommand(
  log: Log,
  id: CommandId,
  run: (...args: unknown[]) => Promise<void> | void,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: unknown[]) => {
    try {
      if (run.length > 0 && isOfUnknownItem(args)) {
        throw new Error(
          vscode.l10n.t("The tree was reloading when this was chosen, and nothing was done. Choose it again."),
        );
      }
      await run(...args);
    } catch (error) {
      if (!isCancellation(error)) {
        await showFailure(log, error);
      }
    }
  });
}

/**
 * Whether a command was called for a tree item that is unknown. The menu of a tree item passes the item and, if several
 * are selected, a list of them all. What VS Code is reloading is undefined in them; another item must not be taken, nor
 * only a part of the selected ones.
 */
function isOfUnknownItem(args: readonly unknown[]): boolean {
  const isLost = args.every((arg) => arg === undefined);
  return args.length > 1 && (isLost || args.some((arg) => Array.isArray(arg) && arg.includes(undefined)));
}

/**
 * Logs an error and shows its message with a button that opens the log. Adds buttons for the trust editor in untrusted
 * workspaces, and for editing or signing in to a connection whose credentials were rejected.
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
  const actions = credentialActions(error);
  const pressed = await showError(message, ...actions.map(({ label }) => label), showLog);
  if (pressed === showLog) {
    log.show();
  }
  await actions.find(({ label }) => label === pressed)?.run();
}

interface FailureAction {
  readonly label: string;
  run(): Thenable<unknown>;
}

/** Returns the message buttons that help with rejected credentials; empty for other errors. */
function credentialActions(error: unknown): readonly FailureAction[] {
  const { connectionId: id, part } = refusedCredentials(error) ?? {};
  if (id === undefined) {
    return [];
  }
  const isKey = part === "apiKey";
  const edit: FailureAction = {
    label: isKey ? vscode.l10n.t("Edit API Key") : vscode.l10n.t("Edit Connection"),
    run: () => vscode.commands.executeCommand(commandIds.editConnection, { id, field: part }),
  };
  const signIn: FailureAction = {
    label: vscode.l10n.t("Sign In"),
    run: () => vscode.commands.executeCommand(commandIds.signIn, { id }),
  };
  // What is wrong stays wrong when it is sent again.
  return part === undefined ? [signIn, edit] : [edit];
}
