// npm run soak [-- --inputs 1000000] [--proofs 2000] [--requests 100] [--rounds 5] [--seed 1] [part of a test's path]...
// Runs every seeded test in full, or those whose path holds one of the parts: each round has a seed of its own, from the given
// one on, and makes as many queries for the proof of the service, and requests of each operation, as are asked for. The inputs for the languages are those of all
// rounds; each property has its share of them. At the end the ten tests of "other people's pain" run in VS Code with a result of
// 1,000,000 rows. A failure tells its seed, and where in its inputs it came, with which one round
// repeats it.
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { parseArgs } from "node:util";
import { bundleTests } from "./bundle-tests.mjs";
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
    inputs: { type: "string", default: "1000000" },
    proofs: { type: "string", default: "2000" },
    requests: { type: "string", default: "100" },
    rounds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
  },
});
const firstSeed = Number(values.seed);
const rounds = Number(values.rounds);
const inputsOfRound = Math.round(Number(values.inputs) / rounds);

await ensureDependencies();
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
    WORKFORCE_LANGUAGE_COUNT: String(inputsOfRound),
    WORKFORCE_BATCH_BYTE_COUNT: String(10 * 1024 * 1024),
  };
  if (!(await runBundles(bundles, env))) {
    failed.push(seed);
  }
}
const isWidePassed = !isWanted(wideTests) || (await runWide());
const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1);
const repeat = `npm run soak -- --rounds 1 --inputs ${inputsOfRound} --seed ${failed[0]}`;
console.log(
  failed.length === 0
    ? `\nEvery round passed, in ${minutes} minutes.`
    : `\nFailed with ${failed.length === 1 ? "seed" : "seeds"} ${failed.join(", ")}, in ${minutes} minutes; "${repeat}" repeats the first.`,
);
if (!isWidePassed) {
  console.log(`The tests with 1,000,000 rows failed; "npm run soak -- ${wideTests}" repeats them.`);
}
process.exitCode = failed.length === 0 && isWidePassed ? 0 : 1;

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

/** Runs what has its number of rows from the environment in a VS Code. */
async function runWide() {
  process.env.CHROME_PATH = await ensureChromium();
  await ensureVsCodeHost();
  await mustRun(process.execPath, ["esbuild.js"]);
  const { files } = await bundleTests("vscode/ui", [wideTests]);
  return await runBundles(files, { WORKFORCE_WIDE_COUNT: "1000000" });
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
