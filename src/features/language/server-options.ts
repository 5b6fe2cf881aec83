import * as vscode from "vscode";
import { readSettings } from "../../host/settings.ts";
import type { LanguageServerOptions } from "../../languages/start.ts";

/** Options of the language server, from the current settings. */
export function readServerOptions(): LanguageServerOptions {
  const { countsMembers, hints } = readSettings();
  return { memberCounts: countsMembers, inlayHints: hints };
}

/** Calls the listener with new options when one of the settings behind them has changed. */
export function onDidChangeServerOptions(listener: (options: LanguageServerOptions) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("workforce.editor")) {
      listener(readServerOptions());
    }
  });
}
