import * as vscode from "vscode";
import { type Settings, settingsOf } from "./settings-model.ts";

/** Returns the current settings. */
export function readSettings(): Settings {
  return settingsOf(vscode.workspace.getConfiguration("workforce"));
}

/** Calls the listener when a setting of the extension changed. */
export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("workforce")) {
      listener();
    }
  });
}

/** Enables the embedded service again on this machine. */
export async function offerLocalService(): Promise<void> {
  await vscode.workspace.getConfiguration("workforce").update("localService.enabled", true, true);
}

/**
 * Stores a row limit: in the workspace settings if they already have one, which would override the user's, else in the
 * user settings.
 */
export async function storeRowLimit(rowLimit: number): Promise<void> {
  const settings = vscode.workspace.getConfiguration("workforce");
  const hasWorkspaceValue = settings.inspect("results.rowLimit")?.workspaceValue !== undefined;
  const target = hasWorkspaceValue ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update("results.rowLimit", rowLimit, target);
}
