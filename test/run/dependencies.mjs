import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mustRun } from "./command.mjs";
import { repositoryRoot } from "./repository.mjs";

/** Installs what package-lock.json names, unless node_modules already holds it. */
export async function ensureDependencies() {
  const wanted = await readPackages("package-lock.json");
  const installed = await readPackages(join("node_modules", ".package-lock.json"));
  const missing = Object.entries(wanted).filter(
    ([path, { version, optional }]) => path !== "" && !optional && installed[path]?.version !== version,
  );
  if (missing.length === 0) {
    return;
  }
  console.log("Installing the dependencies of the extension (npm ci) ...");
  await mustRun("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/**
 * Compares by content, since git and npm do not keep the times of these files in a useful order.
 *
 * @param {string} path
 * @returns {Promise<Record<string, { version?: string; optional?: boolean }>>}
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
