import * as vscode from "vscode";
import { extensionOf } from "./answer-file-model.ts";

/** Asks where an answer goes; undefined when nobody said. Throws for a place that this machine cannot write. */
export async function askAnswerFile(operation: string, contentType: string): Promise<string | undefined> {
  const name = `${operation}.${extensionOf(contentType)}`;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Save the Answer of {0}", operation),
    defaultUri: folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(name),
  });
  if (uri && uri.scheme !== "file") {
    throw new Error(vscode.l10n.t("An answer is written on this machine: choose a folder of the file system."));
  }
  return uri?.fsPath;
}
