// Runs bundled tests with Mocha and writes how many passed and failed: mocha-run.mjs <result file> <bundle>...
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
  writeFileSync(resultFile, JSON.stringify({ passed, failed, failures: [...unloadable, ...failures] }));
  process.exitCode = failed > 0 ? 1 : 0;
  // Something a test forgot to close must not hold up the run, nor go unseen.
  setTimeout(() => {
    console.error(`Still open after the tests: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit();
  }, 5_000).unref();
});
runner.on("fail", (test, error) => failures.push(`${test.fullTitle()}\n${error.stack ?? error.message ?? error}`));
