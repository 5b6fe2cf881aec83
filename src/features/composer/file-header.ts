import * as vscode from "vscode";
import { csvHeader } from "../../base/csv-rows.ts";
import { type ChosenFiles, filesOf } from "../../host/workspace-files.ts";

/** A header that is longer is no help to choose from. */
const mostBytes = 64 * 1024;

/** The names in the first line of a local file, by its path relative to the job file; none where it cannot be read. */
export async function readFileHeader(
  jobFile: vscode.Uri,
  path: string,
  chosen: ChosenFiles,
): Promise<readonly string[]> {
  if (jobFile.scheme !== "file" || !vscode.workspace.isTrusted) {
    return [];
  }
  try {
    const handle = await filesOf(jobFile, chosen).open(path);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
      const [line = ""] = buffer.toString("utf8", 0, bytesRead).split(/\r?\n/, 1);
      return csvHeader(line.replace(/^\uFEFF/, "")).filter((name) => name !== "");
    } finally {
      await handle.close();
    }
  } catch {
    // That the file is not there, the checks of the job say.
    return [];
  }
}
