import path from "node:path";
import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { dataFileKind } from "./data-file.ts";

/**
 * Returns the path of a CSV or Parquet file, from the menu of the file explorer or else from a dialog. Throws
 * CancelledError.
 */
export async function chooseDataFile(item: unknown, title: string, openLabel: string): Promise<string> {
  const filters = { [vscode.l10n.t("CSV and Parquet Files")]: ["csv", "parquet"] };
  const uri =
    item instanceof vscode.Uri ? item : (await vscode.window.showOpenDialog({ title, openLabel, filters }))?.[0];
  if (!uri) {
    throw new CancelledError();
  }
  if (uri.scheme !== "file") {
    throw new Error(vscode.l10n.t("Files are read on this machine: choose one in its file system."));
  }
  if (!dataFileKind(uri.fsPath)) {
    throw new Error(vscode.l10n.t('A table takes CSV and Parquet files; "{0}" is neither.', path.basename(uri.fsPath)));
  }
  return uri.fsPath;
}
