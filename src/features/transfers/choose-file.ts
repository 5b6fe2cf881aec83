import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";

/** What the file explorer's menu was opened on; undefined when the command came from elsewhere. */
export function chosenUri(item: unknown): vscode.Uri | undefined {
  return item instanceof vscode.Uri ? item : undefined;
}

/** The path of the file, which is asked for when it is not known. Throws CancelledError when nobody chose. */
export async function filePath(known: vscode.Uri | undefined, options: vscode.OpenDialogOptions): Promise<string> {
  const uri = known ?? (await vscode.window.showOpenDialog(options))?.[0];
  if (!uri) {
    throw new CancelledError();
  }
  return pathOf(uri);
}

/** Asks where a file is written. Throws CancelledError when nobody said. */
export async function newFilePath(options: vscode.SaveDialogOptions): Promise<string> {
  const uri = await vscode.window.showSaveDialog(options);
  if (!uri) {
    throw new CancelledError();
  }
  return pathOf(uri);
}

function pathOf(uri: vscode.Uri): string {
  if (uri.scheme !== "file") {
    throw new Error(vscode.l10n.t("Files are read and written on this machine: choose one of the file system."));
  }
  return uri.fsPath;
}
