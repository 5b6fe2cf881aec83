// Installs the dependencies of the repository when they are missing: `node test/run/dependencies.mjs`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mustRun } from "./command.mjs";
import { repositoryRoot } from "./repository.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 *
 * @typedef {Record<string, LockedPackage>} Packages By their path, `node_modules/esbuild`; "" is the project itself.
 */

/** Installs what package-lock.json names, unless node_modules already holds it. */
export async function ensureDependencies() {
  const wanted = await readPackages("package-lock.json");
  if ((await findMissing(wanted)).length === 0) {
    return;
  }
  console.log("Installing the dependencies of the extension ...");
  await mustRun("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  const missing = await findMissing(wanted);
  if (missing.length > 0) {
    throw new Error(`npm did not install what package-lock.json names: ${missing.join(", ")}.`);
  }
}

/**
 * Compares by content, since git and npm do not keep the times of these files in a useful order.
 *
 * @param {Packages} wanted
 */
async function findMissing(wanted) {
  const installed = await readPackages(join("node_modules", ".package-lock.json"));
  return Object.keys(wanted).filter(
    (path) => path !== "" && !wanted[path]?.optional && installed[path]?.version !== wanted[path]?.version,
  );
}

/**
 * @param {string} path
 * @returns {Promise<Packages>}
 */
async function readPackages(path) {
  try {
    return JSON.parse(await readFile(join(repositoryRoot, path), "utf8")).packages;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return {};
    }
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureDependencies();
}
