import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";

/** Returns the file of a context menu, or undefined if the command was started in another way. */
export function contextMenuUri(item: unknown): vscode.Uri | undefined {
  return item instanceof vscode.Uri ? item : undefined;
}

/** Returns the path of a file. If the path is unknown, asks the user for it. Throws CancelledError. */
export async function chooseFilePath(
  known: vscode.Uri | undefined,
  options: vscode.OpenDialogOptions,
): Promise<string> {
  const uri = known ?? (await vscode.window.showOpenDialog(options))?.[0];
  if (!uri) {
    throw new CancelledError();
  }
  return pathOf(uri);
}

/** Asks the user where to save a file. Throws CancelledError. */
export async function chooseSavePath(options: vscode.SaveDialogOptions): Promise<string> {
  const uri = await vscode.window.showSaveDialog(options);
  if (!uri) {
    throw new CancelledError();
  }
  return pathOf(uri);
}

function pathOf(uri: vscode.Uri): string {
  if (uri.scheme !== "file") {
    throw new Error(vscode.l10n.t("Files are read and written on this machine: choose one in its file system."));
  }
  return uri.fsPath;
}
