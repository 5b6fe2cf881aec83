import * as vscode from "vscode";
import { type Settings, settingsOf } from "./settings-model.ts";

/** The settings as they are now. */
export function readSettings(): Settings {
  return settingsOf(vscode.workspace.getConfiguration("workforce"));
}

/** Fires when a setting of ours was changed. */
export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("workforce")) {
      listener();
    }
  });
}

/** Offers the embedded service again on this machine. */
export async function offerLocalService(): Promise<void> {
  await vscode.workspace.getConfiguration("workforce").update("localService.enabled", true, true);
}

/** Keeps a row limit for the runs to come: in the workspace where that has one of its own, which would hide the user's. */
export async function storeRowLimit(rowLimit: number): Promise<void> {
  const settings = vscode.workspace.getConfiguration("workforce");
  const isOfWorkspace = settings.inspect("results.rowLimit")?.workspaceValue !== undefined;
  const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update("results.rowLimit", rowLimit, target);
}
