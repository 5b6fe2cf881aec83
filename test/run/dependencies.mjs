import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { mustRun } from "./command.mjs";
import { repositoryRoot } from "./repository.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {Record<string, LockedPackage>} Packages By their path, `node_modules/esbuild`; "" is the project itself.
 */

const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Installs what package-lock.json names, unless node_modules already holds it. */
export async function ensureDependencies() {
  const wanted = await readPackages("package-lock.json");
  if ((await findMissing(wanted)).length === 0) {
    return;
  }
  console.log("Installing the dependencies of the extension ...");
  if (lacksOtherPlatforms(wanted)) {
    // "npm ci" refuses such a lockfile, and a registry that does not offer every platform's package makes no other.
    await checkLockfile(wanted);
    await mustRun("npm", ["install", "--no-save", ...quiet]);
  } else {
    await mustRun("npm", ["ci", ...quiet]);
  }
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

/** @param {Packages} wanted */
function lacksOtherPlatforms(wanted) {
  return Object.entries(wanted).some(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).some(
      (name) => !wanted[`node_modules/${name}`] && !wanted[`${path}/node_modules/${name}`],
    ),
  );
}

/** @param {Packages} wanted */
async function checkLockfile(wanted) {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));
  const locked = wanted[""] ?? {};
  if (!isDeepStrictEqual([dependencies, devDependencies], [locked.dependencies, locked.devDependencies])) {
    throw new Error('package-lock.json is older than package.json. Run "npm install" and commit both.');
  }
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
