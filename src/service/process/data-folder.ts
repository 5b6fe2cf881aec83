import type { Dirent } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasErrorCode } from "../../base/error-causes.ts";
import { StoreError } from "../store/store-error.ts";

/**
 * Name of the file that marks a folder as a data folder of the service. The service writes it when it first starts on
 * an empty folder.
 */
export const dataFolderMarkerFile = "workforce-data.json";

const marker = {
  about: "Data of the embedded Workforce service. It removes what its own runs left unfinished in this folder.",
};

const platformFile = "platform.duckdb";
const serviceFolders = new Set(["tenants", "scratch", "sql-transactions", "intake", "inbox", "outbox", "exports"]);
const serviceFileNames = /^(platform|table-data)\.duckdb(\..+)?$|^(credentials|invitations|service)\.json(\.new)?$/;
/** Files that users or an editor window may create before the first start. */
const preparedFiles = new Set([
  "clients.json",
  "identity-providers.json",
  "profile.json",
  "profiles.json",
  "permissions.json",
  "groups.json",
  "service.log",
]);
/** Files that file managers create in any folder. */
const systemFiles = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** `ours`: a data folder of the service. `empty`: an empty or missing folder. `foreign`: a folder with other files. */
export type DataFolderKind = "ours" | "empty" | "foreign";

/**
 * Classifies a folder without changing it. Looks for the marker file or, in folders of versions without a marker file,
 * at the names of the files.
 */
export async function inspectDataFolder(folder: string): Promise<DataFolderKind> {
  const entries = (await listEntries(folder)).filter(({ name }) => !systemFiles.has(name));
  const has = (name: string) => entries.some((entry) => entry.name === name && entry.isFile());
  if (has(dataFolderMarkerFile)) {
    return "ours";
  }
  const areAllServiceEntries = entries.every(isServiceEntry);
  if (has(platformFile)) {
    // Users may keep their files beside the service's. A service that has run leaves both its credentials and its
    // tenants.
    const hasRun = has("credentials.json") && entries.some((entry) => entry.name === "tenants" && entry.isDirectory());
    return areAllServiceEntries || hasRun ? "ours" : "foreign";
  }
  for (const entry of entries) {
    const isEmptyFolder = serviceFolders.has(entry.name) && (await holdsNoFile(folder, entry));
    if (!isEmptyFolder && !preparedFiles.has(entry.name)) {
      return "foreign";
    }
  }
  return "empty";
}

/**
 * Creates the data folder if needed and marks it as a data folder of the service. Throws a `StoreError` when it
 * contains other files, which the service could delete.
 */
export async function claimDataFolder(folder: string): Promise<void> {
  const kind = await inspectDataFolder(folder);
  if (kind === "foreign") {
    throw new StoreError(
      `the folder ${folder} holds files that do not belong to this service. Nothing was changed. Choose an empty folder, or one that the service has used before`,
    );
  }
  // The data is about people: only the owner of the folder may read it.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const writing = writeFile(join(folder, dataFolderMarkerFile), `${JSON.stringify(marker, undefined, 2)}\n`, {
    flag: "wx",
    mode: 0o600,
  });
  // A folder of an earlier version is recognized without a marker, and must open even when the disk is full.
  await writing.catch((error: unknown) => {
    if (kind === "empty" && !hasErrorCode(error, "EEXIST")) {
      throw error;
    }
  });
}

async function listEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) {
      return [];
    }
    throw error;
  }
}

function isServiceEntry(entry: Dirent): boolean {
  return serviceFileNames.test(entry.name) || preparedFiles.has(entry.name) || serviceFolders.has(entry.name);
}

async function holdsNoFile(parent: string, entry: Dirent): Promise<boolean> {
  if (!entry.isDirectory()) {
    return false;
  }
  const folder = join(parent, entry.name);
  for (const inner of await readdir(folder, { withFileTypes: true })) {
    if (!(await holdsNoFile(folder, inner))) {
      return false;
    }
  }
  return true;
}
