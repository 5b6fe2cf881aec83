import * as vscode from "vscode";
import { failureDetails } from "../base/failure.ts";
import { refusedCredentials } from "../base/refused-credentials.ts";
import { isCancellation } from "./cancellation.ts";
import { type CommandId, commandIds } from "./command-ids.ts";
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
 * Logs an error and shows its message with a button that opens the log. For untrusted workspaces the button opens the
 * trust editor; for refused credentials others edit the connection or sign in to it.
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

/** Actions that correct what a service refused; none for other errors. */
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
  // A wrong key is refused after the sign-in too.
  return isKey ? [edit] : part === undefined ? [signIn, edit] : [edit, signIn];
}
