import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { findSchemaProblem } from "../../client/text/schema-problem.ts";
import { findTenantZipProblems } from "../../client/zip/tenant-zip.ts";
import { TenantCode } from "../../contract/tenant-code.ts";

/** Content of a folder that contains a folder for each tenant. Paths are relative, with `/`. */
export interface FolderOfTenants {
  /** Name of the folder itself. */
  readonly name: string;
  readonly files: readonly FolderFile[];
  readonly emptyFolders: readonly string[];
  /** Links, devices and other special files, which are not followed. */
  readonly others: readonly string[];
}

interface FolderFile {
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
}

/** Files that operating systems create in folders, which are not sent. */
const systemFile = /^(\.|thumbs\.db$|desktop\.ini$|__macosx$)/i;

/** Reads a folder recursively, sorted by name. Skips files that operating systems create. */
export async function readFolderOfTenants(folder: string, signal: AbortSignal): Promise<FolderOfTenants> {
  const found = { files: [] as FolderFile[], emptyFolders: [] as string[], others: [] as string[] };
  await readInto(found, folder, "", signal);
  return { name: path.basename(folder), ...found };
}

async function readInto(
  found: { files: FolderFile[]; emptyFolders: string[]; others: string[] },
  folder: string,
  prefix: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const entries = await readdir(folder, { withFileTypes: true });
  const relevant = entries
    .filter(({ name }) => !systemFile.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  if (relevant.length === 0 && prefix !== "") {
    found.emptyFolders.push(prefix.slice(0, -1));
  }
  for (const entry of relevant) {
    const file = path.join(folder, entry.name);
    const relative = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      await readInto(found, file, `${relative}/`, signal);
    } else if (entry.isFile()) {
      found.files.push({ path: relative, file, bytes: (await stat(file)).size });
    } else {
      found.others.push(relative);
    }
  }
}

/**
 * Lists what prevents a folder from becoming the ZIP of an administrating tenant, each with its path and how to fix it.
 */
export function tenantFolderProblems({ name, files, emptyFolders, others }: FolderOfTenants): readonly string[] {
  const isOneTenant =
    files.some(({ path }) => !path.includes("/")) && findSchemaProblem(TenantCode, name) === undefined;
  return [
    ...(isOneTenant
      ? [
          `${JSON.stringify(name)} is the folder of one tenant; choose its parent folder, which must contain only tenants`,
        ]
      : []),
    ...findTenantZipProblems(files.map(({ path }) => path)),
    ...emptyFolders.map((path) => `${JSON.stringify(path)} is empty; put the tenant's CSV files into it, or remove it`),
    ...files.flatMap(({ path, bytes }) =>
      bytes === 0 ? [`${JSON.stringify(path)} is empty; write its header row, or remove it`] : [],
    ),
    ...others.map((path) => `${JSON.stringify(path)} is a link or a device; replace it with the file itself`),
  ];
}
