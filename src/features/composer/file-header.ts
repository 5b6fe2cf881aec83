import { open } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { splitHeader } from "../../languages/core/csv-header.ts";

/** A header that is longer is no help to choose from. */
const mostBytes = 64 * 1024;

/** The names in the first line of a local file, by its path relative to the job file; none where it cannot be read. */
export async function readFileHeader(jobFile: vscode.Uri, path: string): Promise<readonly string[]> {
  if (jobFile.scheme !== "file") {
    return [];
  }
  const { fsPath } = vscode.Uri.joinPath(jobFile, "..");
  try {
    const handle = await open(join(fsPath, path), "r");
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
      const [line = ""] = buffer.toString("utf8", 0, bytesRead).split(/\r?\n/, 1);
      return splitHeader(line).filter((name) => name !== "");
    } finally {
      await handle.close();
    }
  } catch {
    // That the file is not there, the checks of the job say.
    return [];
  }
}
