import * as vscode from "vscode";

/** Something of the workspace was not run because the person has not said that its author is trusted. */
class UntrustedError extends Error {
  override readonly name = "UntrustedError";
}

/** Whether a failure is an UntrustedError; by its name, as each lazy bundle has a class of its own. */
export function isUntrusted(error: unknown): boolean {
  return error instanceof Error && error.name === "UntrustedError";
}

/** Throws UntrustedError in Restricted Mode; `what` is the whole sentence that says what does not run. */
export function requireTrust(what: string): void {
  if (!vscode.workspace.isTrusted) {
    throw new UntrustedError(
      vscode.l10n.t("{0} Trust the workspace to run it, when you know who wrote its files.", what),
    );
  }
}

/** Shows where trust is given. */
export async function manageTrust(): Promise<void> {
  await vscode.commands.executeCommand("workbench.trust.manage");
}
