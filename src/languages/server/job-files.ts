import { open, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { readFirstCsvRow } from "../../base/csv-rows.ts";
import { readParquetMetadata } from "../../base/parquet-footer.ts";
import { resolveWorkspacePath } from "../../base/workspace-path.ts";
import type { JobFiles } from "../sql-job/job-scope.ts";

const longestRowBytes = 65_536;

/**
 * Returns access to the local files that a job file refers to. Undefined for documents that are not saved on disk.
 * Paths outside of the workspace folder are refused, so that opening a job file reads no more than running it would.
 */
export function jobFilesOf(uri: string, workspaceFolders: readonly string[]): JobFiles | undefined {
  if (!uri.startsWith("file:")) {
    return undefined;
  }
  const folder = dirname(fileURLToPath(uri));
  const root = rootOf(folder, workspaceFolders);
  const names = relative(root, folder).split(sep).filter(Boolean);
  const lead = (path: string) => resolveWorkspacePath(names, path, process.platform === "win32");
  /** Resolves a path relative to the job file. Throws if the path is outside of the workspace folder. */
  const at = async (path: string) => {
    const inner = lead(path);
    if (inner.kind !== "inside") {
      throw new Error(`"${path}" is no file of the workspace folder.`);
    }
    return join(root, ...inner.names);
  };
  return {
    lead: (path) => lead(path).kind,
    exists: (path) =>
      at(path)
        .then(stat)
        .then(
          (found) => found.isFile(),
          () => false,
        ),
    list: (path) =>
      at(path === "" || path.endsWith("/") ? `${path}any` : `${path}/any`)
        .then((file) => readdir(dirname(file), { withFileTypes: true }))
        .then(
          (entries) => entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)),
          () => [],
        ),
    read: (path) =>
      at(path)
        .then((file) => readFile(file, "utf8"))
        .catch(() => undefined),
    firstRow: (path) =>
      at(path)
        .then(readFirstRow)
        .catch(() => undefined),
    parquetColumns: (path) =>
      at(path)
        .then(readParquetColumns)
        .catch(() => undefined),
  };
}

/** Returns the innermost workspace folder that contains the file, or the file's own folder if there is none. */
function rootOf(folder: string, workspaceFolders: readonly string[]): string {
  const around = workspaceFolders
    .filter((uri) => uri.startsWith("file:"))
    .map((uri) => fileURLToPath(uri))
    .filter((root) => folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep));
  return around.toSorted((one, other) => other.length - one.length)[0] ?? folder;
}

async function readParquetColumns(path: string) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { columns } = await readParquetMetadata(size, async (position, length) => {
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer;
    });
    return columns;
  } finally {
    await file.close();
  }
}

async function readFirstRow(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestRowBytes), 0, longestRowBytes, 0);
    return readFirstCsvRow(buffer.toString("utf8", 0, bytesRead), bytesRead < longestRowBytes);
  } finally {
    await file.close();
  }
}
