import * as vscode from "vscode";

/** The connection that something was stored with is no longer in the settings. */
export class ConnectionGoneError extends Error {
  override readonly name = "ConnectionGoneError";

  constructor() {
    super(vscode.l10n.t("This connection no longer exists. Add one, or select another one in the status bar."));
  }
}
