import { lstat, open, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { isFileMissing } from "../../base/error-causes.ts";

/** Patterns for the names of files that the service creates in a folder. */
export interface ServiceFileNames {
  readonly files: RegExp;
  /** Pattern for the names of subfolders, whose files match the same patterns. */
  readonly folders?: RegExp;
}

/**
 * Removes the files in a folder that match the service's name patterns, and subfolders that become empty. Keeps other
 * files, and never follows symbolic links. `isInUse` excludes files that are in use.
 */
export async function removeServiceFiles(
  folder: string,
  names: ServiceFileNames,
  isInUse: (path: string) => boolean = () => false,
): Promise<void> {
  if (!(await isRealFolder(folder))) {
    return;
  }
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile() && names.files.test(entry.name) && !isInUse(path)) {
      await rm(path, { force: true });
    } else if (entry.isDirectory() && names.folders?.test(entry.name)) {
      await removeServiceFiles(path, names, isInUse);
      await removeEmptyFolder(path);
    }
  }
}

/** Removes a folder if it is empty. */
export async function removeEmptyFolder(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (!["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(String(code))) {
      throw error;
    }
  }
}

/** Waits until the content of a file is on the disk. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the names of the files in a folder are on the disk. Windows, which keeps them by itself, has nothing to wait for. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") {
    return;
  }
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function isRealFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (isFileMissing(error)) {
      return false;
    }
    throw error;
  }
}
