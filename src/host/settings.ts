import * as vscode from "vscode";
import { type Settings, type SparkSettings, settingsOf, sparkSettingsOf } from "./settings-model.ts";

/** Returns the current settings. */
export function readSettings(): Settings {
  return settingsOf(vscode.workspace.getConfiguration("workforce"));
}

/** Returns the cluster on which SQL jobs are rehearsed. */
export function readSparkSettings(): SparkSettings {
  return sparkSettingsOf(vscode.workspace.getConfiguration("workforce"));
}

/** Calls the listener whenever a setting of the extension changes. */
export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("workforce")) {
      listener();
    }
  });
}

/** Enables the embedded service on this machine again after it was disabled. */
export async function enableLocalService(): Promise<void> {
  await vscode.workspace.getConfiguration("workforce").update("localService.enabled", true, true);
}

/**
 * Stores the row limit in the workspace settings if they already contain one, because they take precedence; else in the
 * user settings.
 */
export async function storeRowLimit(rowLimit: number): Promise<void> {
  const settings = vscode.workspace.getConfiguration("workforce");
  const hasWorkspaceValue = settings.inspect("results.rowLimit")?.workspaceValue !== undefined;
  const target = hasWorkspaceValue ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update("results.rowLimit", rowLimit, target);
}
