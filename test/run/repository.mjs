import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the repository. */
export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Holds what the commands install or leave behind; git ignores it. */
export const cacheFolder = join(repositoryRoot, ".cache");

/** The files that stand in the bundles of the build that the tests run on, as a JSON list. */
export const builtFiles = join(cacheFolder, "built-files.json");
