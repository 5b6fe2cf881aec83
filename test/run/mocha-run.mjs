// Runs bundled tests with Mocha and writes how many passed and failed, and how long each took: mocha-run.mjs <result file> <bundle>...
import { writeFileSync } from "node:fs";
import Mocha from "mocha";
import { speakBoth } from "./vocabulary.mjs";

const [resultFile = "", ...files] = process.argv.slice(2);
const mocha = new Mocha({ reporter: "spec", timeout: 60_000, grep: process.env.WORKFORCE_TEST_GREP ?? "" });
speakBoth(mocha);
/** @type {string[]} */
const unloadable = [];
/** @type {string[]} */
const failures = [];
/**
 * Of every test and hook, the longest first, with the processor time of this process meanwhile. @type {{ title: string; file: string;
 * ms: number; processorMs: number }[]}
 */
const durations = [];
let processorUsage = process.cpuUsage();
for (const file of files) {
  mocha.files = [file];
  try {
    await mocha.loadFilesAsync();
  } catch (error) {
    // One broken file must not hide what the others say.
    console.error(`${file} cannot be loaded:`, error);
    unloadable.push(`${file} cannot be loaded: ${error}`);
  }
}
const runner = mocha.run((failedTests) => {
  const failed = failedTests + unloadable.length;
  const passed = runner.stats?.passes ?? 0;
  durations.sort((one, other) => other.ms - one.ms);
  writeFileSync(resultFile, JSON.stringify({ passed, failed, failures: [...unloadable, ...failures], durations }));
  process.exitCode = failed > 0 ? 1 : 0;
  // Something a test forgot to close must not hold up the run, nor go unseen.
  setTimeout(() => {
    console.error(`Still open after the tests: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit();
  }, 5_000).unref();
});
for (const end of /** @type {const} */ (["test end", "hook end"])) {
  runner.on(end, (/** @type {import("mocha").Runnable} */ runnable) => {
    const { user, system } = process.cpuUsage(processorUsage);
    processorUsage = process.cpuUsage();
    const processorMs = Math.round((user + system) / 1000);
    durations.push({ title: runnable.fullTitle(), file: runnable.file ?? "", ms: runnable.duration ?? 0, processorMs });
  });
}
runner.on("fail", (test, error) => failures.push(`${test.fullTitle()}\n${error.stack ?? error.message ?? error}`));
