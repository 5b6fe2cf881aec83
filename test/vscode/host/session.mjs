import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { repositoryRoot } from "../../run/repository.mjs";
import { installVsix, startVsCodeServer } from "./server.mjs";
import { openWindow } from "./window.mjs";

/**
 * @typedef {object} SessionOptions
 * @property {string} [samples] Copied, so that a test cannot change it; the project's own samples when left out.
 * @property {string} [extension] A folder with a built extension; the project's own when left out.
 * @property {string} [vsix] A packaged extension that is installed in place of the folder, beside all that VS Code brings along.
 * @property {boolean} [isInstalled] The folder of the extension is used as if it were installed, as `npm start` does.
 * @property {string} [openFile] The name of a file of the samples.
 * @property {boolean} [isRestricted] As of the server.
 * @property {Record<string, unknown>} [settings]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {{ width: number; height: number }} [size]
 */

/**
 * @typedef {object} Session
 * @property {import("playwright-core").Page} page
 * @property {import("./server.mjs").VsCodeServer} server
 * @property {string} workspaceFolder
 * @property {() => Promise<void>} reload Loads the window again and waits until it is drawn.
 * @property {() => Promise<void>} close
 */

/**
 * Starts a VS Code of its own with the extension in it, on a copy of the samples, for a test that drives its window.
 *
 * @param {SessionOptions} [options]
 * @returns {Promise<Session>}
 */
export async function openSession(options = {}) {
  const {
    samples = join(repositoryRoot, "samples"),
    extension = repositoryRoot,
    vsix,
    size,
    env,
    settings,
    isRestricted,
    isInstalled,
  } = options;
  const folder = await mkdtemp(join(tmpdir(), "workforce-session-"));
  const folders = { serverDataDir: join(folder, "server"), extensionsDir: join(folder, "extensions") };
  const workspaceFolder = join(folder, basename(samples));
  /** @type {(() => Promise<unknown>)[]} */
  const closing = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) {
      await step();
    }
  };
  try {
    await mkdir(folders.serverDataDir, { recursive: true });
    await cp(samples, workspaceFolder, { recursive: true });
    if (vsix) {
      await installVsix({ vsix, ...folders });
    }
    const server = await startVsCodeServer({
      ...folders,
      hasAllExtensions: vsix !== undefined,
      ...(isInstalled && { installed: extension }),
      ...(env && { env }),
      ...(isRestricted && { isRestricted }),
      ...(settings && { settings }),
    });
    closing.push(server.stop);
    const window = await openWindow({
      server,
      workspaceFolder,
      ...(vsix === undefined && !isInstalled && { extensionDevelopmentPath: extension }),
      ...(options.openFile !== undefined && { openFile: join(workspaceFolder, options.openFile) }),
      ...(size && { size }),
    });
    closing.push(window.close);
    const { page } = window;
    const reload = async () => {
      await page.reload({ waitUntil: "domcontentloaded" });
      await page.locator(".monaco-workbench .part.statusbar").waitFor();
    };
    return { page, server, workspaceFolder, reload, close };
  } catch (error) {
    await close();
    throw error;
  }
}
