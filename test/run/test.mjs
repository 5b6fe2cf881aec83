// npm test [-- --only lint,unit,...] [part of a test's path]...
import { parseArgs } from "node:util";
import { mustRun } from "./command.mjs";
import { ensureChromium, ensureDependencies, ensureVsCodeHost } from "./setup.mjs";
import { steps } from "./steps.mjs";

/** @typedef {{ name: string; seconds: number; passed: number; failed: number }} Report */

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
for (const { name, run } of chosen) {
  await runStep(name, () => run(positionals));
}
printSummary();

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
 * @param {() => Promise<{ passed: number; failed: number }>} run
 */
async function runStep(name, run) {
  console.log(`\n=== ${name}`);
  const startedMs = Date.now();
  let outcome = { passed: 0, failed: 1 };
  try {
    outcome = await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
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

function printSummary() {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  console.log(`\n${reports.map(describe).join("\n")}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  // Set, not called: what is still on its way to a pipe must arrive, and the last line with it.
  process.exitCode = failed > 0 ? 1 : 0;
}
