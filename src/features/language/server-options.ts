import * as vscode from "vscode";
import { readSettings } from "../../host/settings.ts";
import type { LanguageServerOptions } from "../../languages/start.ts";

/** What the language server is told of the settings as they are now. */
export function readServerOptions(): LanguageServerOptions {
  const { countsMembers, hints } = readSettings();
  return { memberCounts: countsMembers, inlayHints: hints };
}

/** Calls with the new options whenever one of the settings behind them was changed. */
export function onDidChangeServerOptions(listener: (options: LanguageServerOptions) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("workforce.editor")) {
      listener(readServerOptions());
    }
  });
}
