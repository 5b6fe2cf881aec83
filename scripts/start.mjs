import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { mustRun, runCommand } from "../test/run/command.mjs";
import { ensureDependencies } from "../test/run/dependencies.mjs";
import { cacheFolder, repositoryRoot } from "../test/run/repository.mjs";
import { startVsCodeServer } from "../test/vscode/host/server.mjs";
import { windowUrl } from "../test/vscode/host/window-url.mjs";

const samples = join(repositoryRoot, "samples");
const firstFile = join(samples, "headcount.sqllike");

try {
  await ensureDependencies();
  console.log("Building the extension ...");
  await mustRun(process.execPath, ["esbuild.js"]);
  process.exitCode = hasDesktopVsCode() ? await startDesktop() : await startInBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function hasDesktop() {
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function hasDesktopVsCode() {
  const isWindows = process.platform === "win32";
  // A desktop VS Code refuses to run as root, and inside a remote terminal "code" cannot run an extension from a folder.
  if (!hasDesktop() || process.getuid?.() === 0 || process.env.VSCODE_IPC_HOOK_CLI) {
    return false;
  }
  return spawnSync("code", ["--version"], { stdio: "ignore", shell: isWindows }).status === 0;
}

async function startDesktop() {
  console.log("Opening the samples in the installed VS Code ...");
  return runCommand("code", [`--extensionDevelopmentPath=${repositoryRoot}`, samples, firstFile]);
}

async function startInBrowser() {
  console.log("Starting VS Code in the browser ...");
  const folder = join(cacheFolder, "start");
  const server = await startVsCodeServer({
    hasAllExtensions: true,
    installed: repositoryRoot,
    serverDataDir: join(folder, "server"),
    extensionsDir: join(folder, "extensions"),
    port: await usualPort(folder),
    // As on a desktop: a definition of the service is sent by a save of one's own only, and refuses automatic ones.
    settings: { "files.autoSave": "off" },
  });
  const url = windowUrl({
    server,
    workspaceFolder: samples,
    ...(existsSync(firstFile) && { openFile: firstFile }),
  });
  if (hasDesktop()) {
    openBrowser(url);
  }
  console.log("VS Code is running; Ctrl-C ends it.");
  console.log(`Open ${url} in a browser`);
  await server.ended;
  console.error(`VS Code ended unexpectedly; its log is ${server.logFile}.`);
  return 1;
}

/**
 * The browser keeps connections and their secrets for an address, so that it must be the same at every start; 0 when another
 * program has it.
 *
 * @param {string} folder
 */
async function usualPort(folder) {
  const file = join(folder, "port");
  const known = existsSync(file) ? Number(await readFile(file, "utf8")) : 0;
  const server = createServer().listen(known, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return 0;
  }
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  server.close();
  await once(server, "close");
  await mkdir(folder, { recursive: true });
  await writeFile(file, String(port));
  return port;
}

/** @param {string} url */
function openBrowser(url) {
  const opener = process.platform === "darwin" ? "open" : "xdg-open";
  // Without one the printed address serves as well.
  spawn(opener, [url], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
