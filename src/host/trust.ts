import * as vscode from "vscode";

/** Error for workspace content that was not run because the workspace is not trusted. */
class UntrustedError extends Error {
  override readonly name = "UntrustedError";
}

/**
 * Whether an error is an UntrustedError. Compares the name instead of the class, because each lazily loaded bundle has
 * its own copy of the class.
 */
export function isUntrusted(error: unknown): boolean {
  return error instanceof Error && error.name === "UntrustedError";
}

/**
 * Throws UntrustedError if the workspace is not trusted (Restricted Mode). `what` is the error message, a complete
 * sentence.
 */
export function requireTrust(what: string): void {
  if (!vscode.workspace.isTrusted) {
    throw new UntrustedError(
      vscode.l10n.t("{0} Trust the workspace to run it, when you know who wrote its files.", what),
    );
  }
}

/** Opens the workspace trust editor of VS Code. */
export async function manageTrust(): Promise<void> {
  await vscode.commands.executeCommand("workbench.trust.manage");
}
