import * as vscode from "vscode";
import { readSettings } from "../../host/settings.ts";
import type { LanguageServerOptions } from "../../languages/start.ts";

/** Returns the options of the language server from the current settings. */
export function readServerOptions(): LanguageServerOptions {
  const { countsMembers, hints } = readSettings();
  return { memberCounts: countsMembers, inlayHints: hints };
}

/** Calls the listener with new language server options when a relevant setting has changed. */
export function onDidChangeServerOptions(listener: (options: LanguageServerOptions) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("workforce.editor")) {
      listener(readServerOptions());
    }
  });
}
