import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mustRun } from "../../run/command.mjs";
import { ensureVsCodeHost } from "../../run/vscode-host.mjs";
import { endProcessTree } from "./process-tree.mjs";

const endWithLauncher = new URL("./end-with-launcher.mjs", import.meta.url).href;
const startTimeoutMs = 60_000;

/** Keeps the window quiet: nothing may cover what a test or a person looks at, and nothing may look for updates. */
const quietSettings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** Restricted Mode, without the question that would cover the window. */
const restrictedSettings = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};

/**
 * @typedef {object} ServerOptions
 * @property {string} serverDataDir Settings, logs and the extensions' storage.
 * @property {string} extensionsDir Installed extensions.
 * @property {string} [installed] A folder with a built extension that is used where it lies, as if it were installed. Windows are then as
 *   for a person: they show notices and say nothing of development. No window can load an extension under development or run tests.
 * @property {boolean} [hasAllExtensions] With all that VS Code brings along, as for a person; without those that no test touches when left out.
 * @property {number} [port] A free one when left out or 0.
 * @property {NodeJS.ProcessEnv} [env] Added to the environment of the server and its extension hosts.
 * @property {boolean} [isRestricted] Folders are opened in Restricted Mode; everything is trusted when left out.
 * @property {Record<string, unknown>} [settings] User settings of the windows, beside those that keep them quiet.
 */

/**
 * @typedef {object} VsCodeServer
 * @property {string} url
 * @property {number} port
 * @property {string} authority The host and port of the page, which VS Code's remote addresses must carry.
 * @property {string} logFile
 * @property {Promise<void>} ended Settles when the server's process has ended.
 * @property {() => Promise<void>} stop Ends the server and all its extension hosts.
 */

/**
 * Starts a VS Code that is served to a browser on this machine, and waits until it answers.
 *
 * @param {ServerOptions} options
 * @returns {Promise<VsCodeServer>}
 */
export async function startVsCodeServer({
  serverDataDir,
  extensionsDir,
  installed,
  hasAllExtensions = false,
  port = 0,
  env = {},
  isRestricted = false,
  settings = {},
}) {
  const host = await ensureVsCodeHost();
  await mkdir(extensionsDir, { recursive: true });
  if (installed !== undefined) {
    await listInstalled(extensionsDir, installed);
  }
  await writeSettings(serverDataDir, { ...(isRestricted && restrictedSettings), ...settings });
  const logFile = join(serverDataDir, "server.log");
  const log = createWriteStream(logFile);
  const child = spawn(
    host.node,
    [
      "--import",
      endWithLauncher,
      host.server,
      ...["--host", "127.0.0.1", "--port", String(port), "--without-connection-token"],
      ...["--server-data-dir", serverDataDir, "--extensions-dir", extensionsDir],
      ...(hasAllExtensions ? [] : ["--builtin-extensions-dir", host.extensions]),
      "--accept-server-license-terms",
      // A built VS Code accepts development extensions and tests only with this, which switches notices off.
      ...(installed === undefined ? ["--enable-smoke-test-driver"] : []),
      "--disable-telemetry",
      ...(isRestricted ? [] : ["--disable-workspace-trust"]),
    ],
    {
      env: { ...cleanEnvironment(), EXTENSIONS_GALLERY: "{}", ...env, END_WITH_LAUNCHER: "1" },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    },
  );
  const forget = endProcessTree.atExit(child);
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    child.on("close", () => resolve());
    child.on("error", () => resolve());
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const stop = async () => {
    endProcessTree(child);
    await ended;
    forget();
    log.end();
  };
  try {
    const chosen = await readPort(child);
    const authority = `127.0.0.1:${chosen}`;
    await waitForAnswer(`http://${authority}/version`);
    return { url: `http://${authority}/`, port: chosen, authority, logFile, ended, stop };
  } catch (error) {
    await stop();
    const lines = (await readFile(logFile, "utf8")).trim().split("\n").slice(-15);
    throw new Error(`VS Code did not start. Its log ${logFile} ends with:\n${lines.join("\n")}`, { cause: error });
  }
}

/**
 * Installs a packaged extension into the folders a server is then started on.
 *
 * @param {{ vsix: string; serverDataDir: string; extensionsDir: string }} options
 */
export async function installVsix({ vsix, serverDataDir, extensionsDir }) {
  const host = await ensureVsCodeHost();
  const folders = ["--server-data-dir", serverDataDir, "--extensions-dir", extensionsDir];
  const args = [host.server, "--accept-server-license-terms", ...folders, "--install-extension", vsix];
  await mustRun(host.node, args, { shows: "onFailure", timeoutMs: 120_000 });
}

/**
 * Writes VS Code's list of installed extensions, with one that stays in its folder.
 *
 * @param {string} extensionsDir
 * @param {string} folder
 */
async function listInstalled(extensionsDir, folder) {
  const { publisher, name, version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const location = { $mid: 1, scheme: "file", path: pathToFileURL(folder).pathname };
  const entry = { identifier: { id: `${publisher}.${name}` }, version, location, metadata: { installedTimestamp: 0 } };
  await writeFile(join(extensionsDir, "extensions.json"), JSON.stringify([entry]));
}

/**
 * Settings of scope `machine` count only in the machine's own file, since the window is remote.
 *
 * @param {string} serverDataDir
 * @param {Record<string, unknown>} settings
 */
async function writeSettings(serverDataDir, settings) {
  await writeOnce(join(serverDataDir, "data", "User"), { ...quietSettings, ...settings });
  await writeOnce(join(serverDataDir, "data", "Machine"), settings);
}

/**
 * @param {string} folder
 * @param {Record<string, unknown>} settings
 */
async function writeOnce(folder, settings) {
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, "settings.json"), JSON.stringify(settings, undefined, 2), { flag: "wx" });
  } catch (error) {
    // Settings that are there already belong to the person who uses this folder.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
      throw error;
    }
  }
}

/** A terminal inside VS Code hands its children variables that would tie our server to that window. */
function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)));
}

/**
 * @param {import("node:child_process").ChildProcessByStdio<any, import("node:stream").Readable, any>} child
 * @returns {Promise<number>}
 */
function readPort(child) {
  return new Promise((resolve, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error("The server named no port in time.")), startTimeoutMs);
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const port = /Extension host agent listening on (\d+)/.exec(text)?.[1];
      if (port) {
        clearTimeout(timer);
        resolve(Number(port));
      }
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with code ${code}.`));
    });
  });
}

/** @param {string} url */
async function waitForAnswer(url) {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.ok) {
        return;
      }
    } catch (error) {
      if (Date.now() > deadline) {
        throw error;
      }
    }
    if (Date.now() > deadline) {
      throw new Error(`${url} did not answer in time.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
