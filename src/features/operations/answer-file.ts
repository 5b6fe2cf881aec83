import * as vscode from "vscode";
import { extensionOf } from "./answer-file-model.ts";

/**
 * Lets the user choose the file of an answer; undefined if none was chosen. Throws an error for a location that is not
 * on this machine.
 */
export async function chooseAnswerFile(operation: string, contentType: string): Promise<string | undefined> {
  const name = `${operation}.${extensionOf(contentType)}`;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Save the Answer of {0}", operation),
    defaultUri: folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(name),
  });
  if (uri && uri.scheme !== "file") {
    throw new Error(vscode.l10n.t("An answer can be saved only on this machine: choose a folder of its file system."));
  }
  return uri?.fsPath;
}
