import { open, readdir, readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { JobFiles } from "../sql-job/job-scope.ts";

const longestLineBytes = 65_536;

/** The files around a job file; nothing for a document that is no file, as one that was not saved yet. */
export function jobFilesOf(uri: string): JobFiles | undefined {
  if (!uri.startsWith("file:")) {
    return undefined;
  }
  const folder = dirname(fileURLToPath(uri));
  const at = (path: string) => resolve(folder, path);
  return {
    exists: (path) =>
      stat(at(path)).then(
        (found) => found.isFile(),
        () => false,
      ),
    list: (path) =>
      readdir(at(path), { withFileTypes: true }).then(
        (entries) => entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)),
        () => [],
      ),
    read: (path) => readFile(at(path), "utf8").catch(() => undefined),
    firstLine: (path) => readFirstLine(at(path)).catch(() => undefined),
  };
}

async function readFirstLine(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestLineBytes), 0, longestLineBytes, 0);
    const [line = ""] = buffer.toString("utf8", 0, bytesRead).split(/\r\n|\n|\r/, 1);
    return line.length < longestLineBytes ? line : undefined;
  } finally {
    await file.close();
  }
}
