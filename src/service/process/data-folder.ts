import type { Dirent } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StoreError } from "../store/store-error.ts";

/** File that marks a folder as the service's own; written when a service first starts on an empty folder. */
export const markerFile = "workforce-data.json";

const marker = {
  about: "Data of the embedded Workforce service. It removes what its own runs left unfinished in this folder.",
};

const platformFile = "platform.duckdb";
const ownFolders = new Set(["tenants", "scratch", "sql-transactions"]);
const ownNames = /^(platform|table-data)\.duckdb(\..+)?$|^(credentials|service)\.json(\.new)?$/;
/** What users or a window may put there before the first start. */
const preparedFiles = new Set(["clients.json", "identity-providers.json", "profile.json", "service.log"]);
/** What file managers leave in any folder. */
const systemFiles = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** `ours`: holds a service's data. `empty`: nothing to lose, or not there. `foreign`: holds something else. */
export type DataFolderKind = "ours" | "empty" | "foreign";

/** What a folder holds, by its marker or, for a folder of a version without markers, by the names in it. Changes nothing. */
export async function inspectDataFolder(folder: string): Promise<DataFolderKind> {
  const entries = (await listEntries(folder)).filter(({ name }) => !systemFiles.has(name));
  const has = (name: string) => entries.some((entry) => entry.name === name && entry.isFile());
  if (has(markerFile)) {
    return "ours";
  }
  const areAllOwn = entries.every(isOwn);
  if (has(platformFile)) {
    // Users keep files of their own beside the service's: those of a service that ran are together.
    const hasRun = has("credentials.json") && entries.some((entry) => entry.name === "tenants" && entry.isDirectory());
    return areAllOwn || hasRun ? "ours" : "foreign";
  }
  for (const entry of entries) {
    const isEmptyFolder = ownFolders.has(entry.name) && (await holdsNoFile(folder, entry));
    if (!isEmptyFolder && !preparedFiles.has(entry.name)) {
      return "foreign";
    }
  }
  return "empty";
}

/** Makes a folder the service's own; a `StoreError` when it holds something else, which would be in danger. */
export async function claimDataFolder(folder: string): Promise<void> {
  const kind = await inspectDataFolder(folder);
  if (kind === "foreign") {
    throw new StoreError(
      `the folder ${folder} holds files that are not of this service. Nothing was changed. Name an empty folder, or one that a service has used before`,
    );
  }
  // What is in it is about people: nobody but the owner of the folder looks in.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const writing = writeFile(join(folder, markerFile), `${JSON.stringify(marker, undefined, 2)}\n`, {
    flag: "wx",
    mode: 0o600,
  });
  // A folder of an earlier version is known without a marker, and must open on a full disk too.
  await writing.catch((error: unknown) => {
    if (kind === "empty" && !isCode(error, "EEXIST")) {
      throw error;
    }
  });
}

async function listEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      return [];
    }
    throw error;
  }
}

function isOwn(entry: Dirent): boolean {
  return ownNames.test(entry.name) || preparedFiles.has(entry.name) || ownFolders.has(entry.name);
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

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
