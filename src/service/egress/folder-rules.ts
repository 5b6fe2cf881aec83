import { mkdir, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { EgressRefused, folderSettings } from "./host-rules.ts";

/** Folders in a data folder that hold a folder for each tenant, whose files come from and go to other programs. */
const exchangeFolders = ["inbox", "outbox"];

/**
 * Returns the real path of an existing file or folder, without links. Throws `EgressRefused` if it is neither in an
 * allowed folder nor in the tenant's inbox or outbox, which are created. A relative path is one in the data folder, such
 * as `outbox/WFF_demo`.
 */
export async function checkPath(
  path: string,
  tenant: string,
  rules: { readonly dataFolder: string; readonly allowedFolders: readonly string[] },
): Promise<string> {
  const dataFolder = await realpath(rules.dataFolder);
  const exchange = exchangeFolders.map((name) => join(dataFolder, name, tenant));
  for (const folder of exchange) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  const wanted = resolve(dataFolder, path);
  // Without a link to follow there is nothing to compare.
  const real = await realpath(wanted).catch((error: unknown) => {
    if (isAllowedText(wanted, exchange, rules.allowedFolders)) {
      throw new EgressRefused(`There is no ${JSON.stringify(path)} that the service can read.`, { cause: error });
    }
    throw notAllowed(path);
  });
  // Not by a link either: the folder of a tenant is one of the data folder.
  if (exchange.some((folder) => isWithin(real, folder))) {
    return real;
  }
  const allowed = await Promise.all(rules.allowedFolders.map((folder) => realpath(folder).catch(() => undefined)));
  if (isWithin(real, dataFolder) || isWithin(dataFolder, real)) {
    throw new EgressRefused(
      `${JSON.stringify(path)} is in the service's own data folder, or holds it. Use ${exchangeFolders.map((name) => `${name}/${tenant}`).join(" or ")} there, or another folder.`,
    );
  }
  if (!allowed.some((folder) => folder !== undefined && isWithin(real, folder))) {
    throw notAllowed(path);
  }
  return real;
}

/** Whether a path is allowed as it is written. Whoever asks for any other path must not learn what exists there. */
function isAllowedText(path: string, exchange: readonly string[], allowed: readonly string[]): boolean {
  return [...exchange, ...allowed].some((folder) => isWithin(path, resolve(folder)));
}

function isWithin(path: string, folder: string): boolean {
  const inner = relative(folder, path);
  return inner !== ".." && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}

function notAllowed(path: string): EgressRefused {
  return new EgressRefused(`The service may not use ${JSON.stringify(path)}. Allow its folder with ${folderSettings}.`);
}
