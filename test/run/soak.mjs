// npm run soak [-- --only inputs,rows,spark,busy,alone] [--kills 200] [--inputs 1000000] [--proofs 2000] [--requests 100] [--rounds 5] [--seed 1] [--times N] [part of a test's path]...
//
// inputs  Runs every seeded test in full, or those whose path holds one of the parts: each round has a seed of its own, from the
//         given one on, and makes as many queries for the proof of the service, and requests of each operation, as are asked for.
//         The inputs for the languages are those of all rounds; each property has its share of them. A failure tells its seed, and
//         where in its inputs it came, with which one round repeats it.
// rows    The ten tests of "other people's pain" in VS Code, with a result of 1,000,000 rows.
// spark   Kills the service, Spark and the catalog at random in SQL jobs, a tenth of the times in the commit. Needs what npm run
//         test:spark needs.
// busy    npm test five times beside two endless loops.
// alone   npm test twenty times.
//
// Without --only it does the first two. Each part ends with a line that says how it went.
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { parseArgs } from "node:util";
import { bundleTests } from "./bundle-tests.mjs";
import { besideLoops } from "./busy.mjs";
import { mustRun, runCommand } from "./command.mjs";
import { inputsOf, languageShares } from "./language-shares.mjs";
import { cacheFolder, repositoryRoot } from "./repository.mjs";
import { ensureChromium, ensureDependencies, ensureVsCodeHost } from "./setup.mjs";

const folders = ["unit", "contract"];
/** A test is seeded when it takes its seed or its count from the environment, or generates its cases anew in each run. */
const seeded = /process\.env\.(SEED|WORKFORCE_\w+_COUNT)|from "fast-check"|support\/language-runs/;
const hourMs = 3_600_000;
const wideTests = "test/vscode/ui/pain/ten.test.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "inputs,rows" },
    times: { type: "string" },
    inputs: { type: "string", default: "1000000" },
    proofs: { type: "string", default: "2000" },
    requests: { type: "string", default: "100" },
    rounds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    kills: { type: "string", default: "200" },
  },
});
const firstSeed = Number(values.seed);
const rounds = Number(values.rounds);
const inputsOfRound = Math.round(Number(values.inputs) / rounds);

/** @type {Record<string, () => Promise<boolean>>} */
const parts = {
  inputs: runInputs,
  rows: runRows,
  spark: runSparkKills,
  busy: () => besideLoops(2, () => runSuite("busy", Number(values.times ?? 5))),
  alone: () => runSuite("alone", Number(values.times ?? 20)),
};
const chosen = values.only.split(",").map((name) => name.trim());
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(", ")}"; there are ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}
await ensureDependencies();
for (const name of chosen) {
  if (!(await parts[name]?.())) {
    process.exitCode = 1;
  }
}

async function runInputs() {
  const bundles = (await Promise.all(folders.map(bundleSeeded))).flat();
  console.log(`${bundles.length} files with seeded tests, ${rounds} rounds.`);
  printShares();
  const startedMs = Date.now();
  /** @type {number[]} */
  const failed = [];
  for (let seed = firstSeed; bundles.length > 0 && seed < firstSeed + rounds; seed++) {
    console.log(`\n=== seed ${seed}`);
    const env = {
      SEED: String(seed),
      WORKFORCE_PROOF_COUNT: values.proofs,
      WORKFORCE_REQUEST_COUNT: values.requests,
      WORKFORCE_REBUILD_COUNT: String(Math.round(100_000 / rounds)),
      WORKFORCE_LANGUAGE_COUNT: String(inputsOfRound),
      WORKFORCE_BATCH_BYTE_COUNT: String(10 * 1024 * 1024),
      WORKFORCE_OUTPUT_ROW_COUNT: "1000000",
    };
    if (!(await runBundles(bundles, env))) {
      failed.push(seed);
    }
  }
  const repeat = `npm run soak -- --only inputs --rounds 1 --inputs ${inputsOfRound} --seed ${failed[0]}`;
  console.log(
    failed.length === 0
      ? `\ninputs: every round passed, in ${minutesSince(startedMs)} minutes.`
      : `\ninputs: failed with ${failed.length === 1 ? "seed" : "seeds"} ${failed.join(", ")}, in ${minutesSince(startedMs)} minutes; "${repeat}" repeats the first.`,
  );
  return failed.length === 0;
}

/** Runs what has its number of rows from the environment in a VS Code. */
async function runRows() {
  if (!isWanted(wideTests)) {
    return true;
  }
  const startedMs = Date.now();
  process.env.CHROME_PATH = await ensureChromium();
  await ensureVsCodeHost();
  await mustRun(process.execPath, ["esbuild.js"]);
  const { files } = await bundleTests("vscode/ui", [wideTests]);
  const isPassed = await runBundles(files, { WORKFORCE_WIDE_COUNT: "1000000" });
  console.log(`\nrows: ${isPassed ? "passed" : "failed"} with 1,000,000 rows, in ${minutesSince(startedMs)} minutes.`);
  return isPassed;
}

async function runSparkKills() {
  const startedMs = Date.now();
  await mustRun(process.execPath, ["esbuild.js"]);
  const { files } = await bundleTests("spark", ["test/spark/kills.test.ts"]);
  const isPassed = await runBundles(files, { WORKFORCE_KILL_COUNT: values.kills, SEED: values.seed });
  console.log(
    `\nspark: ${isPassed ? "passed" : "failed"} with ${values.kills} kills, in ${minutesSince(startedMs)} minutes.`,
  );
  return isPassed;
}

/**
 * Runs all tests again and again; what a run prints is shown when it fails.
 *
 * @param {string} name
 * @param {number} times
 */
async function runSuite(name, times) {
  const args = [join("test", "run", "test.mjs"), ...positionals];
  /** @type {string[]} */
  const minutes = [];
  let passed = 0;
  for (let run = 1; run <= times; run++) {
    const startedMs = Date.now();
    const isPassed = (await runCommand(process.execPath, args, { shows: "onFailure", timeoutMs: 4 * hourMs })) === 0;
    passed += Number(isPassed);
    minutes.push(minutesSince(startedMs));
    console.log(`Run ${run} of ${times} ${isPassed ? "passed" : "FAILED"}, in ${minutes.at(-1)} minutes.`);
  }
  console.log(`\n${name}: ${passed} of ${times} runs passed; minutes: ${minutes.join(", ")}.`);
  return passed === times;
}

/** @param {number} startedMs */
function minutesSince(startedMs) {
  return ((Date.now() - startedMs) / 60_000).toFixed(1);
}

/** @param {string} path */
function isWanted(path) {
  return positionals.length === 0 || positionals.some((part) => path.includes(part));
}

/**
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 */
async function runBundles(files, env) {
  const result = join(cacheFolder, "soak.json");
  const args = ["--enable-source-maps", join("test", "run", "mocha-run.mjs"), result, ...files];
  return (await runCommand(process.execPath, args, { env, timeoutMs: 4 * hourMs })) === 0;
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function bundleSeeded(folder) {
  const root = join(repositoryRoot, "test", folder);
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".test.ts"));
  const texts = await Promise.all(names.map((name) => readFile(join(root, name), "utf8")));
  const pathOf = (/** @type {string} */ name) => ["test", folder, ...name.split(sep)].join("/");
  const chosen = names.filter((name, index) => isWanted(pathOf(name)) && seeded.test(texts[index] ?? ""));
  if (chosen.length === 0) {
    return [];
  }
  const { files, broken } = await bundleTests(folder, chosen.map(pathOf));
  if (broken > 0) {
    throw new Error(`${broken} seeded tests in test/${folder} cannot be bundled.`);
  }
  return files;
}

/** Says how the inputs for the languages are spread; what is left out of this run is told too, as its share is not made up for. */
function printShares() {
  const properties = /** @type {(keyof typeof languageShares)[]} */ (Object.keys(languageShares));
  const counts = properties.map((property) => rounds * inputsOf(property, inputsOfRound));
  const all = counts.reduce((sum, count) => sum + count, 0);
  console.log(`\n${all.toLocaleString("en")} generated inputs for the languages in all rounds:`);
  for (const [index, property] of properties.entries()) {
    console.log(`${(counts[index] ?? 0).toLocaleString("en").padStart(9)}  ${property}`);
  }
}
