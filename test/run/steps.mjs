import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { mustRun, runCommand } from "./command.mjs";
import { cacheFolder, repositoryRoot } from "./repository.mjs";

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {(only: string[]) => Promise<Outcome>} run Takes the parts of paths that chose the tests.
 */

const resultFolder = join(cacheFolder, "test");
const minuteMs = 60_000;

/** @type {readonly Step[]} */
export const steps = [
  check("lint", "biome", ["ci", "--diagnostic-level=warn", ...(process.stdout.isTTY ? [] : ["--colors=off"]), "."]),
  check("types", "tsc", ["--noEmit", "-p", "tsconfig.json"]),
  check("types-webview", "tsc", ["--noEmit", "-p", "src/webview/tsconfig.json"]),
  check("types-test", "tsc", ["--noEmit", "-p", "test/tsconfig.json"]),
  check("dependencies", "depcruise", ["--config", ".dependency-cruiser.cjs", "src", "test"]),
  mochaStep("unit", "unit", 2),
  mochaStep("contract", "contract", 2),
  mochaStep("webview", "webview", 2),
  { name: "vscode", run: runVsCodeTests },
  mochaStep("ui", "vscode/ui", 2),
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
      failed: (await runCommand(program, args, { timeoutMs: 4 * minuteMs })) === 0 ? 0 : 1,
    }),
  };
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {number} [processes] How many share the files, at the same time.
 * @returns {Step}
 */
function mochaStep(name, folder, processes = 1) {
  return {
    name,
    run: async (only) => {
      const { bundleTests } = await import("./bundle-tests.mjs");
      const { files, broken } = await bundleTests(folder, only);
      if (files.length === 0) {
        console.log(`There is no test in test/${folder}${only.length > 0 ? " that was asked for" : ""}.`);
        return { passed: 0, failed: broken };
      }
      const shares = Array.from({ length: Math.min(processes, files.length) }, (_, share) =>
        files.filter((_, index) => index % processes === share),
      );
      const outcomes = await Promise.all(shares.map((share, index) => runMocha(name, share, index)));
      return {
        passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
        failed: outcomes.reduce((sum, { failed }) => sum + failed, broken),
      };
    },
  };
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {number} share The first shows what it does as it goes, the others at their end.
 * @returns {Promise<Outcome>}
 */
async function runMocha(name, files, share) {
  const resultFile = await freshResultFile(`${name}-${share}`);
  const script = join("test", "run", "mocha-run.mjs");
  const code = await runCommand(process.execPath, ["--enable-source-maps", script, resultFile, ...files], {
    timeoutMs: 12 * minuteMs,
    shows: share === 0 ? "live" : "atEnd",
  });
  // Without a result Mocha ended before its tests did, which is a failure of its own.
  const { passed, failed } = existsSync(resultFile)
    ? JSON.parse(await readFile(resultFile, "utf8"))
    : { passed: 0, failed: 1 };
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
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
      timeoutMs: 5 * minuteMs,
    });
    for (const { title, message, stack } of failures) {
      console.error(`\n  ${title}\n    ${(stack || message).replaceAll("\n", "\n    ")}`);
    }
    console.log(`\n  ${passed} passing, ${failed} failing, ${pending} pending in VS Code`);
    return { passed, failed };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function runBench() {
  const script = join("test", "bench", "run.mjs");
  if (!existsSync(join(repositoryRoot, script))) {
    console.log(`There is no ${relative(".", script)}.`);
    return { passed: 0, failed: 0 };
  }
  await mustRun(process.execPath, [script, "--small"], { timeoutMs: 3 * minuteMs });
  return { passed: 0, failed: 0 };
}

/** @param {string} name */
async function freshResultFile(name) {
  await mkdir(resultFolder, { recursive: true });
  const file = join(resultFolder, `${name}.json`);
  await rm(file, { force: true });
  return file;
}
