import * as vscode from "vscode";

/** Opens the settings that a query finds, where those of scope `machine` are: in a remote window on a tab of their own. */
export async function openMachineSettings(query: string): Promise<void> {
  const command = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query });
}
