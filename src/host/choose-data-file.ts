import path from "node:path";
import * as vscode from "vscode";
import { dataFileKind, isCompressedCsv } from "../base/data-file-kind.ts";
import { CancelledError } from "./cancellation.ts";

/**
 * Returns the path of a CSV or Parquet file: the file on which a context menu was invoked, or else one chosen in a
 * dialog. `takesCompressed` allows CSV that is compressed with gzip, too. Throws CancelledError.
 */
export async function chooseDataFile(
  item: unknown,
  title: string,
  openLabel: string,
  { takesCompressed = false }: { readonly takesCompressed?: boolean } = {},
): Promise<string> {
  const extensions = ["csv", "parquet", ...(takesCompressed ? ["csv.gz", "gz"] : [])];
  const filters = { [vscode.l10n.t("CSV and Parquet Files")]: extensions };
  const uri =
    item instanceof vscode.Uri ? item : (await vscode.window.showOpenDialog({ title, openLabel, filters }))?.[0];
  if (!uri) {
    throw new CancelledError();
  }
  if (uri.scheme !== "file") {
    throw new Error(vscode.l10n.t("Files are read on this machine: choose one in its file system."));
  }
  if (!dataFileKind(uri.fsPath) && !(takesCompressed && isCompressedCsv(uri.fsPath))) {
    throw new Error(vscode.l10n.t('Choose a CSV or Parquet file; "{0}" is neither.', path.basename(uri.fsPath)));
  }
  return uri.fsPath;
}
