import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import { showInformation } from "../../host/notifications.ts";
import { readSettings } from "../../host/settings.ts";

export interface SupportServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  /** Returns the ids of the active connection, tenant and project. Contains no secrets. */
  readonly target: () => { readonly connectionId: string; readonly tenant?: string };
}

/** Registers the commands that show the log, copy diagnostics, and open the packaged documentation and samples. */
export function register({ log, context, target }: SupportServices): vscode.Disposable {
  const { extensionUri } = context;
  const loadFiles = () => import("./packaged-files.ts");
  return vscode.Disposable.from(
    registerCommand(log, commandIds.openDocumentation, async () => (await loadFiles()).openDocumentation(extensionUri)),
    registerCommand(log, commandIds.openSampleFolder, async () => (await loadFiles()).openSampleFolder(extensionUri)),
    registerCommand(log, commandIds.showLog, () => log.show()),
    registerCommand(log, commandIds.copyDiagnostics, async () => {
      const { dataFolder, profile, allowedHosts, allowedFolders, modelFile, ...settings } = readSettings();
      const diagnostics = {
        extension: context.extension.packageJSON.version,
        vscode: vscode.version,
        platform: `${process.platform}-${process.arch}`,
        node: process.versions.node,
        isRemote: vscode.env.remoteName !== undefined,
        isLocalConnection: target().connectionId === "local",
        hasOwnDataFolder: dataFolder !== "",
        hasProfile: profile !== "",
        allowedHosts: allowedHosts.length,
        allowedFolders: allowedFolders.length,
        hasModelFile: modelFile !== "",
        settings,
      };
      await vscode.env.clipboard.writeText(JSON.stringify(diagnostics, undefined, 2));
      await showInformation(vscode.l10n.t("Diagnostics were copied. They contain no names and no secrets."));
    }),
  );
}
