import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVsCodeServer } from "./server.mjs";
import { openWindow } from "./window.mjs";

/**
 * @typedef {object} TestRunResult
 * @property {number} passed
 * @property {number} failed
 * @property {number} pending
 * @property {{ title: string; message: string; stack: string }[]} failures
 */

/**
 * Runs tests inside the extension host of a new window and gives what they wrote into the result file.
 *
 * @param {object} options
 * @param {string} options.workspaceFolder
 * @param {string} options.extensionDevelopmentPath
 * @param {string} options.extensionTestsPath
 * @param {string} options.resultFile
 * @param {number} options.timeoutMs
 * @param {NodeJS.ProcessEnv} [options.env]
 * @returns {Promise<TestRunResult>}
 */
export async function runExtensionTests({ resultFile, timeoutMs, env = {}, ...paths }) {
  await rm(resultFile, { force: true });
  const folder = await mkdtemp(join(tmpdir(), "workforce-vscode-"));
  const server = await startVsCodeServer({
    serverDataDir: join(folder, "server"),
    extensionsDir: join(folder, "extensions"),
    env: { ...env, WORKFORCE_TEST_RESULT: resultFile },
  });
  try {
    const window = await openWindow({ server, ...paths });
    try {
      return await waitForResult(resultFile, timeoutMs, server, window.page);
    } catch (error) {
      const picture = `${resultFile}.png`;
      await window.page.screenshot({ path: picture, timeout: 10_000 }).catch(() => undefined);
      await writeFile(`${resultFile}.log`, await readFile(server.logFile));
      throw new Error(`${String(error)} See ${picture} and ${resultFile}.log.`, { cause: error });
    } finally {
      await window.close();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * @param {string} resultFile
 * @param {number} timeoutMs
 * @param {import("./server.mjs").VsCodeServer} server
 * @param {import("playwright-core").Page} page
 * @returns {Promise<TestRunResult>}
 */
async function waitForResult(resultFile, timeoutMs, server, page) {
  let problem = "";
  void server.ended.then(() => {
    problem ||= "The VS Code server ended before the tests.";
  });
  page.on("crash", () => {
    problem ||= "The window crashed.";
  });
  page.on("close", () => {
    problem ||= "The window was closed before the tests had ended.";
  });
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    // Looked at before the result: the host also ends after it has written one.
    if (/Extension Host Process exited/.test(await readFile(server.logFile, "utf8"))) {
      problem ||= "The extension host ended before the tests.";
    }
    const result = await readResult(resultFile);
    if (result) {
      return result;
    }
    if (problem) {
      throw new Error(problem);
    }
    if (Date.now() > deadline) {
      throw new Error(`The tests in VS Code gave no result within ${timeoutMs / 1000} seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * @param {string} resultFile
 * @returns {Promise<TestRunResult | undefined>}
 */
async function readResult(resultFile) {
  try {
    return JSON.parse(await readFile(resultFile, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
