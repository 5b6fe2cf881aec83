import * as vscode from "vscode";
import type { LanguageServerOptions } from "../../languages/start.ts";

/** What the language server is told of the settings as they are now; defaults stand in package.json. */
export function readServerOptions(): LanguageServerOptions {
  const hints = vscode.workspace.getConfiguration("workforce.editor.inlayHints");
  return {
    memberCounts: vscode.workspace.getConfiguration("workforce.editor").get("memberCounts", true),
    inlayHints: {
      periods: hints.get("periods", true),
      queryKind: hints.get("queryKind", true),
      memberNames: hints.get("memberNames", true),
      levelNames: hints.get("levelNames", true),
      parameterNames: hints.get("parameterNames", true),
    },
  };
}

/** Calls with the new options whenever one of the settings behind them was changed. */
export function onDidChangeServerOptions(listener: (options: LanguageServerOptions) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("workforce.editor")) {
      listener(readServerOptions());
    }
  });
}
