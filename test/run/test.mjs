// npm test [-- --only lint,unit,...] [part of a test's path]...
import { parseArgs } from "node:util";
import { mustRun } from "./command.mjs";
import { inPool } from "./pool.mjs";
import { ensureChromium, ensureDependencies, ensureVsCodeHost } from "./setup.mjs";
import { steps } from "./steps.mjs";

/** @typedef {import("./mocha-step.mjs").Outcome & { name: string; seconds: number }} Report */

const { values, positionals } = parseArgs({ options: { only: { type: "string" } }, allowPositionals: true });
const names = values.only?.split(",").map((name) => name.trim());
const unknown = names?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no step "${unknown.join(", ")}"; there are ${steps.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const chosen = steps.filter(({ name }) => names === undefined || names.includes(name));

/** @type {Report[]} */
const reports = [];
await runStep("set-up", setUp);
await runStep("build", build);
const isCheck = (/** @type {import("./steps.mjs").Step} */ step) => step.isCheck === true;
await inPool(2, chosen.filter(isCheck).map(toTask));
await inPool(1, chosen.filter((step) => !isCheck(step)).map(toTask));
printSummary();

/** @param {import("./steps.mjs").Step} step */
function toTask({ name, run }) {
  return () => runStep(name, () => run(positionals));
}

async function setUp() {
  await ensureDependencies();
  if (chosen.some(({ name }) => ["webview", "vscode", "ui", "bench"].includes(name))) {
    process.env.CHROME_PATH = await ensureChromium();
  }
  if (chosen.some(({ name }) => ["vscode", "ui"].includes(name))) {
    await ensureVsCodeHost();
  }
  return { passed: 0, failed: 0 };
}

async function build() {
  await mustRun(process.execPath, ["esbuild.js"]);
  return { passed: 0, failed: 0 };
}

/**
 * @param {string} name
 * @param {() => Promise<import("./mocha-step.mjs").Outcome>} run
 */
async function runStep(name, run) {
  console.log(`\n=== ${name}`);
  const startedMs = Date.now();
  /** @type {import("./mocha-step.mjs").Outcome} */
  let outcome;
  try {
    outcome = await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    outcome = { passed: 0, failed: 1, failures: [message] };
  }
  const report = { name, seconds: (Date.now() - startedMs) / 1000, ...outcome };
  reports.push(report);
  console.log(`=== ${describe(report)}`);
}

/** @param {Report} report */
function describe({ name, seconds, passed, failed }) {
  const counts = passed + failed > 0 ? `, ${passed} passed, ${failed} failed` : "";
  return `${name}: ${failed === 0 ? "ok" : "FAILED"} in ${seconds.toFixed(1)} s${counts}`;
}

/** What failed is said once more at the end, where a long log is read first. */
function printFailures() {
  for (const { name, failures = [] } of reports) {
    for (const failure of failures) {
      console.log(`\n${name}, FAILED: ${shorten(failure)}`);
    }
  }
}

/** @param {string} failure */
function shorten(failure) {
  return failure.split("\n").slice(0, 12).join("\n    ");
}

function printSummary() {
  printFailures();
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  console.log(`\n${reports.map(describe).join("\n")}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  // Set, not called: what is still on its way to a pipe must arrive, and the last line with it.
  process.exitCode = failed > 0 ? 1 : 0;
}
