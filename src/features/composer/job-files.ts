import * as vscode from "vscode";
import { parseCsvHeader, readFirstCsvRow } from "../../base/csv-rows.ts";
import { type ChosenFiles, confinedFilesOf } from "../../host/workspace-files.ts";
import type { FilePurpose } from "../../protocol/composer-view.ts";
import { relativePath } from "./relative-path-model.ts";

/**
 * Asks the user for a file that a job refers to. Returns its path relative to the folder of the job file, or undefined.
 * Throws an error for a file on another machine or drive.
 */
export async function chooseFile(
  jobFile: vscode.Uri,
  purpose: FilePurpose,
  chosen: ChosenFiles,
): Promise<string | undefined> {
  const folder = vscode.Uri.joinPath(jobFile, "..");
  const uri = purpose === "download" ? await chooseTargetFile(folder) : await chooseSourceFile(folder, purpose);
  if (!uri) {
    return undefined;
  }
  if (uri.scheme !== jobFile.scheme || uri.authority !== jobFile.authority) {
    throw new Error(vscode.l10n.t("Choose a file on the same machine as the job file."));
  }
  const path = relativePath(folder.path, uri.path);
  if (path === undefined) {
    throw new Error(vscode.l10n.t("Choose a file on the same drive as the job file."));
  }
  await chosen.add(uri.fsPath, purpose === "download" ? "write" : "read");
  return path;
}

async function chooseSourceFile(defaultUri: vscode.Uri, purpose: "upload" | "sql"): Promise<vscode.Uri | undefined> {
  const filters = {
    upload: { [vscode.l10n.t("Data")]: ["csv", "parquet"], [vscode.l10n.t("All Files")]: ["*"] },
    sql: { [vscode.l10n.t("Table SQL")]: ["tablesql"] },
  };
  const title = purpose === "upload" ? vscode.l10n.t("Choose a File to Upload") : vscode.l10n.t("Choose a SQL File");
  const [uri] = (await vscode.window.showOpenDialog({ title, defaultUri, filters: filters[purpose] })) ?? [];
  return uri;
}

async function chooseTargetFile(defaultUri: vscode.Uri): Promise<vscode.Uri | undefined> {
  return await vscode.window.showSaveDialog({ title: vscode.l10n.t("Choose Where to Save the Output"), defaultUri });
}

/** Maximum length of a CSV header in bytes. Column names beyond it are not suggested. */
const maxBytes = 64 * 1024;

/**
 * Reads the column names in the header of a local CSV file. The path is relative to the job file. Empty if the file
 * cannot be read.
 */
export async function readFileHeader(
  jobFile: vscode.Uri,
  path: string,
  chosen: ChosenFiles,
): Promise<readonly string[]> {
  if (jobFile.scheme !== "file" || !vscode.workspace.isTrusted) {
    return [];
  }
  try {
    const handle = await confinedFilesOf(jobFile, chosen).open(path);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
      const row = readFirstCsvRow(buffer.toString("utf8", 0, bytesRead), bytesRead < maxBytes);
      return row === undefined ? [] : parseCsvHeader(row).filter((name) => name !== "");
    } finally {
      await handle.close();
    }
  } catch {
    // The checks of the job report a missing file.
    return [];
  }
}
