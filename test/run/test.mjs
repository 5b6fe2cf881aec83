// npm test [-- --only lint,unit,...] [part of a test's path]...
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mustRun } from "./command.mjs";
import { allPlaces } from "./mocha-step.mjs";
import { builtFiles, cacheFolder } from "./repository.mjs";
import { ensureChromium, ensureDependencies, ensureGnupg, ensureServers, ensureVsCodeHost } from "./setup.mjs";
import { Slots } from "./slots.mjs";
import { buildMetafile, steps } from "./steps.mjs";

/** @typedef {import("./mocha-step.mjs").Outcome & { name: string; seconds: number }} Report */

const { values, positionals } = parseArgs({ options: { only: { type: "string" } }, allowPositionals: true });
const names = values.only?.split(",").map((name) => name.trim());
const unknown = names?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no step "${unknown.join(", ")}"; there are ${steps.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const chosen = steps.filter(({ name }) => names === undefined || names.includes(name));

/** Linux keeps the files of this folder in memory. Those of a run take up to 0.7 GB. */
const memoryFolder = "/dev/shm";
const memoryBytes = 4e9;

/** @type {Report[]} */
const reports = [];
const startedMs = Date.now();
const slots = new Slots(allPlaces);
const isAlone = chosen.length === 1;
keepFilesInMemory();
await runStep("set-up", setUp);
await runStep("build", build);
await Promise.all(chosen.map(({ name, run }) => runStep(name, run)));
printSummary();

/**
 * Lets all programs keep their temporary files in memory, where the system has the room: services and windows make and remove
 * thousands of files, which takes a tenth of the processor time on a disk. The files are removed when this process ends.
 */
function keepFilesInMemory() {
  const { bavail, bsize } = existsSync(memoryFolder) ? statfsSync(memoryFolder) : { bavail: 0, bsize: 0 };
  if (bavail * bsize < memoryBytes || process.env.TMPDIR !== undefined) {
    return;
  }
  const folder = mkdtempSync(join(memoryFolder, "workforce-"));
  // As the system's own folder is: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

async function setUp() {
  await ensureDependencies();
  if (chosen.some(({ name }) => ["webview", "vscode", "ui", "bench"].includes(name))) {
    process.env.CHROME_PATH = await ensureChromium();
  }
  if (chosen.some(({ name }) => name === "contract")) {
    await ensureGnupg();
  }
  if (chosen.some(({ name }) => name === "servers")) {
    await ensureServers();
  }
  if (chosen.some(({ name }) => ["vscode", "ui"].includes(name))) {
    await ensureVsCodeHost();
  }
  return { passed: 0, failed: 0 };
}

async function build() {
  await mkdir(cacheFolder, { recursive: true });
  await mustRun(process.execPath, ["esbuild.js", "--metafile", buildMetafile, "--inputs", builtFiles]);
  return { passed: 0, failed: 0 };
}

/**
 * Runs a step, and prints what it said in one piece, since others run beside it. Its seconds are those from its first program on.
 *
 * @param {string} name
 * @param {import("./steps.mjs").Step["run"]} run
 */
async function runStep(name, run) {
  /** @type {Buffer[]} */
  const output = [];
  const askedMs = Date.now();
  let begunMs = 0;
  /** @type {import("./mocha-step.mjs").Outcome} */
  let outcome;
  try {
    outcome = await run({
      only: positionals,
      take: (places, task) =>
        slots.run(places, () => {
          begunMs ||= Date.now();
          return task();
        }),
      isAlone,
      print: (text) => output.push(Buffer.from(text)),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    output.push(Buffer.from(`${message}\n`));
    outcome = { passed: 0, failed: 1, failures: [message] };
  }
  const report = { name, seconds: (Date.now() - (begunMs || askedMs)) / 1000, ...outcome };
  reports.push(report);
  process.stdout.write(Buffer.concat([Buffer.from(`\n=== ${name}\n`), ...output]));
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

/** What this process and those that it waited for computed, where the system tells it. */
function processorTime() {
  if (process.platform !== "linux") {
    return "";
  }
  // Behind the name of the program in brackets; the 14th to 17th field are ticks of a hundredth of a second.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return `, and ${(ticks / 6000).toFixed(1)} minutes of processor time`;
}

function printSummary() {
  printFailures();
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  console.log(`\n${reports.map(describe).join("\n")}\n`);
  const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1);
  console.log(`In ${minutes} minutes, with set-up and build${processorTime()}.`);
  console.log(`${passed} passed, ${failed} failed`);
  // Set, not called: what is still on its way to a pipe must arrive, and the last line with it.
  process.exitCode = failed > 0 ? 1 : 0;
}
