import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun, runCommand } from "./command.mjs";
import { freshResultFile, runMochaTests } from "./mocha-step.mjs";
import { repositoryRoot } from "./repository.mjs";

/**
 * @typedef {import("./mocha-step.mjs").Outcome} Outcome
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {(only: string[]) => Promise<Outcome>} run Takes the parts of paths that chose the tests.
 * @property {boolean} [isCheck] It reads the sources only, so that another check can run beside it.
 */

const minuteMs = 60_000;

/** TypeScript 7. By its path, since TypeScript 6, which dependency-cruiser needs, has a program `tsc` as well. */
const typeChecker = join("node_modules", "typescript-native", "bin", "tsc");

/** @type {readonly Step[]} */
export const steps = [
  check("lint", "biome", [
    "ci",
    "--diagnostic-level=warn",
    "--error-on-warnings",
    ...(process.stdout.isTTY ? [] : ["--colors=off"]),
    ".",
  ]),
  check("types", process.execPath, [typeChecker, "--noEmit", "-p", "tsconfig.json"]),
  check("types-webview", process.execPath, [typeChecker, "--noEmit", "-p", "src/webview/tsconfig.json"]),
  check("types-test", process.execPath, [typeChecker, "--noEmit", "-p", "test/tsconfig.json"]),
  check("generated", process.execPath, [join("scripts", "generate.mjs"), "--check"]),
  check("duplicates", process.execPath, [join("scripts", "duplicates.mjs"), "--check"]),
  check("dependencies", "depcruise", ["--config", ".dependency-cruiser.cjs", "src", "test"]),
  check("unused", process.execPath, [join("scripts", "unused.mjs")]),
  mochaStep("unit", "unit", {
    parts: 8,
    first: ["process/provision.test", "load-sample.test", "spark-statements.test"],
  }),
  mochaStep("contract", "contract", { parts: 8, processes: 3, first: ["service-process.test", "query-proof.test"] }),
  // A browser for each part, which all its files share.
  mochaStep("webview", "webview", { parts: 2, first: ["results-view.test", "operations-form.test"] }),
  { name: "vscode", run: runVsCodeTests },
  mochaStep("ui", "vscode/ui", {
    first: ["workforce.test", "pain/ten.test", "transfers.test", "table-sources.test"],
  }),
  { name: "bench", run: runBench },
];

/**
 * A program that either finds something wrong or not.
 *
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @returns {Step}
 */
function check(name, program, args) {
  return {
    name,
    run: async () => ({
      passed: 0,
      failed: (await runCommand(program, args, { timeoutMs: 10 * minuteMs, shows: "atEnd" })) === 0 ? 0 : 1,
    }),
    isCheck: true,
  };
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {import("./mocha-step.mjs").Sharing} sharing
 * @returns {Step}
 */
function mochaStep(name, folder, sharing) {
  return { name, run: (only) => runMochaTests(folder, only, sharing) };
}

/** @param {string[]} only */
async function runVsCodeTests(only) {
  const { bundleExtensionTests } = await import("./bundle-tests.mjs");
  const { runExtensionTests } = await import("../vscode/host/extension-tests.mjs");
  const folder = await mkdtemp(join(tmpdir(), "workforce-tests-"));
  const workspaceFolder = join(folder, "samples");
  try {
    await mkdir(workspaceFolder);
    // A job file in the workspace would activate the extension before the tests look at that.
    const filter = (/** @type {string} */ source) => !source.endsWith(".sqljob.json");
    await cp(join(repositoryRoot, "samples"), workspaceFolder, { recursive: true, filter });
    const { passed, failed, failures, pending } = await runExtensionTests({
      workspaceFolder,
      extensionDevelopmentPath: repositoryRoot,
      extensionTestsPath: await bundleExtensionTests(only),
      resultFile: await freshResultFile("vscode"),
      timeoutMs: 20 * minuteMs,
    });
    console.log(`\n  ${passed} passing, ${failed} failing, ${pending} pending in VS Code`);
    return { passed, failed, failures: failures.map(({ title, message, stack }) => `${title}\n${stack || message}`) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function runBench() {
  await mustRun(process.execPath, [join("test", "bench", "run.mjs"), "--small"], { timeoutMs: 10 * minuteMs });
  return { passed: 0, failed: 0 };
}
