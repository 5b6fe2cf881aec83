import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun } from "./command.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { repositoryRoot } from "./repository.mjs";

await ensureDependencies();
await mustRun(process.execPath, ["esbuild.js"]);
const { bundleExtensionTests } = await import("./bundle-tests.mjs");
const { runTests } = await import("@vscode/test-electron");

const folder = await mkdtemp(join(tmpdir(), "workforce-desktop-"));
const workspaceFolder = join(folder, "samples");
try {
  // A job file in the workspace would activate the extension before the tests look at that.
  const filter = (/** @type {string} */ source) => !source.endsWith(".sqljob.json");
  await cp(join(repositoryRoot, "samples"), workspaceFolder, { recursive: true, filter });
  await runTests({
    // An installed VS Code can be named, which needs no download.
    ...(process.env.VSCODE_PATH && { vscodeExecutablePath: process.env.VSCODE_PATH }),
    extensionDevelopmentPath: repositoryRoot,
    extensionTestsPath: await bundleExtensionTests(process.argv.slice(2)),
    cachePath: join(repositoryRoot, ".cache", "vscode-desktop"),
    launchArgs: [
      workspaceFolder,
      "--disable-extensions",
      "--disable-workspace-trust",
      "--skip-welcome",
      `--user-data-dir=${join(folder, "user")}`,
      `--extensions-dir=${join(folder, "extensions")}`,
    ],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
