import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun, runCommand } from "./command.mjs";
import { freshResultFile, runMochaTests, usualPlaces, waitingPlaces } from "./mocha-step.mjs";
import { cacheFolder, repositoryRoot } from "./repository.mjs";

/**
 * @typedef {import("./mocha-step.mjs").Outcome} Outcome
 * @typedef {import("./mocha-step.mjs").Run} Run
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {(run: Run) => Promise<Outcome>} run
 */

const minuteMs = 60_000;

/** What the bundles of the build hold, for the bench. */
export const buildMetafile = join(cacheFolder, "metafile.json");

/** TypeScript 7. By its path, since TypeScript 6, which dependency-cruiser needs, has a program `tsc` as well. */
const typeChecker = join("node_modules", "typescript-native", "bin", "tsc");

/**
 * Checks the files of a configuration. Four checkers, as without a word, each work out the types that they share: that takes 36
 * seconds of processor time where one takes 21, and the other processor has other steps to run. Collecting garbage takes a third
 * more, for a tenth less memory.
 *
 * @param {string} name
 * @param {string} configuration
 */
const typeCheck = (name, configuration) =>
  check(name, process.execPath, [typeChecker, "--noEmit", "--checkers", "1", "-p", configuration], { GOGC: "off" });

/**
 * In the order in which they are begun. Each takes places as it needs them, so that all run beside each other: what is quick and
 * tells most is first, and short parts are last, which end together.
 *
 * @type {readonly Step[]}
 */
export const steps = [
  check("lint", "biome", [
    "ci",
    "--diagnostic-level=warn",
    "--error-on-warnings",
    ...(process.stdout.isTTY ? [] : ["--colors=off"]),
    ".",
  ]),
  typeCheck("types", "tsconfig.json"),
  typeCheck("types-webview", "src/webview/tsconfig.json"),
  typeCheck("types-test", "test/tsconfig.json"),
  check("generated", process.execPath, [join("scripts", "generate.mjs"), "--check"]),
  check("duplicates", process.execPath, [join("scripts", "duplicates.mjs"), "--check"]),
  check("dependencies", "depcruise", ["--config", ".dependency-cruiser.cjs", "src", "test"]),
  check("unused", process.execPath, [join("scripts", "unused.mjs")]),
  // Files without settings or faults of their own take turns in a window, of which there is one in each process of those; the last
  // of a process may leave what it likes. The others have a window each. Loading Playwright and the bundle takes two seconds of
  // processor time, which a process pays once. A file whose tests build on each other comes first in its process: Mocha would leave
  // them out after a failure in another file.
  mochaStep("ui", "vscode/ui", {
    parts: 6,
    places: waitingPlaces,
    together: [
      // Its tests go on from each other.
      [
        "composer.test",
        "operations.test",
        "notebook.test",
        "table-sources.test",
        "sql-jobs.test",
        "transactions.test",
        "ui/spark.test",
        "shell-script.test",
      ],
      [
        "data-journey.test",
        "webhooks.test",
        "reports.test",
        "model-tree.test",
        "assistant.test",
        "data-actions.test",
        "transfers.test",
      ],
      [
        "projects.test",
        "ui/connectors.test",
        "version-exports.test",
        "export-connectors.test",
        "new-user.test",
        "administration.test",
        "people.test",
        "small-groups.test",
      ],
    ],
    first: ["pain/ten.test", "workforce.test", "sql-jobs-reload.test", "package.test", "hostile-texts.test"],
  }),
  // A browser for each part, which all its files share.
  mochaStep("webview", "webview", {
    parts: 2,
    places: waitingPlaces,
    first: ["results-view.test", "operations-form.test"],
  }),
  { name: "vscode", run: runVsCodeTests },
  { name: "bench", run: runBench },
  // With real servers where they are installed; doubles of them are in the other steps.
  mochaStep("servers", "servers", { parts: 2, places: waitingPlaces }),
  mochaStep("contract", "contract", {
    parts: 8,
    places: waitingPlaces,
    first: [
      "service-process.test",
      "service-wire.test",
      "query-proof.test",
      "assistant-golden.test",
      "journeys.test",
      "version-exports.test",
      "stuck-jobs.test",
      "project-changes.test",
    ],
  }),
  mochaStep("unit", "unit", {
    parts: 8,
    places: waitingPlaces,
    // The library's grammar learns from each statement how to read the next.
    together: [["languages/table-sql/"]],
    first: ["process/provision.test", "load-sample.test"],
  }),
];

/**
 * A program that either finds something wrong or not.
 *
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] Added to the environment.
 * @returns {Step}
 */
function check(name, program, args, env = {}) {
  return {
    name,
    run: async ({ take, print }) => {
      const code = await take(usualPlaces, () =>
        runCommand(program, args, { env, timeoutMs: 10 * minuteMs, shows: "atEnd", print }),
      );
      return { passed: 0, failed: code === 0 ? 0 : 1 };
    },
  };
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {import("./mocha-step.mjs").Sharing} sharing
 * @returns {Step}
 */
function mochaStep(name, folder, sharing) {
  return { name, run: (run) => runMochaTests(folder, run, sharing) };
}

/** @param {Run} run */
function runVsCodeTests({ only, take, print }) {
  return take(usualPlaces, () => runInVsCode(only, print));
}

/**
 * @param {string[]} only
 * @param {Run["print"]} print
 * @returns {Promise<Outcome>}
 */
async function runInVsCode(only, print) {
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
    print(`\n  ${passed} passing, ${failed} failing, ${pending} pending in VS Code\n`);
    return { passed, failed, failures: failures.map(({ title, message, stack }) => `${title}\n${stack || message}`) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Only to see that it works: the times of so little data are held against no bar, so that other steps may run beside it.
 *
 * @param {Run} run
 */
async function runBench({ take, print }) {
  const args = [join("test", "bench", "run.mjs"), "--small", "--built", buildMetafile];
  await take(usualPlaces, () => mustRun(process.execPath, args, { timeoutMs: 20 * minuteMs, shows: "atEnd", print }));
  return { passed: 0, failed: 0 };
}
