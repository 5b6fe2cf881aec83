import * as vscode from "vscode";
import { csvHeader, firstCsvRow } from "../../base/csv-rows.ts";
import { type ChosenFiles, confinedFilesOf } from "../../host/workspace-files.ts";

/** Maximum length of a header in bytes; a longer one does not help to choose columns. */
const maxBytes = 64 * 1024;

/**
 * Reads the column names in the header of a local CSV file, by its path relative to the job file; empty if it cannot be
 * read.
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
      const row = firstCsvRow(buffer.toString("utf8", 0, bytesRead), bytesRead < maxBytes);
      return row === undefined ? [] : csvHeader(row).filter((name) => name !== "");
    } finally {
      await handle.close();
    }
  } catch {
    // The checks of the job report a missing file.
    return [];
  }
}
