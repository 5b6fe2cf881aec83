import * as vscode from "vscode";

/** Content of the workspace was not run because the user does not trust the workspace. */
class UntrustedError extends Error {
  override readonly name = "UntrustedError";
}

/** Whether an error is an UntrustedError. Compares the name, because each lazy bundle has its own copy of the class. */
export function isUntrusted(error: unknown): boolean {
  return error instanceof Error && error.name === "UntrustedError";
}

/** Throws UntrustedError in Restricted Mode; `what` is the complete sentence that names what does not run. */
export function requireTrust(what: string): void {
  if (!vscode.workspace.isTrusted) {
    throw new UntrustedError(
      vscode.l10n.t("{0} Trust the workspace to run it, when you know who wrote its files.", what),
    );
  }
}

/** Opens the workspace trust editor. */
export async function manageTrust(): Promise<void> {
  await vscode.commands.executeCommand("workbench.trust.manage");
}
