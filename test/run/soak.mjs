// npm run soak [-- --inputs 1000000] [--proofs 2000] [--rounds 5] [--seed 1] [part of a test's path]...
// Runs every seeded test in full, or those whose path holds one of the parts: each round has a seed of its own, from the given
// one on, and makes as many queries for the proof of the service as are asked for. The inputs for the languages are those of all
// rounds; each property has its share of them. A failure tells its seed, and where in its inputs it came, with which one round
// repeats it.
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { parseArgs } from "node:util";
import { bundleTests } from "./bundle-tests.mjs";
import { runCommand } from "./command.mjs";
import { inputsOf, languageShares } from "./language-shares.mjs";
import { cacheFolder, repositoryRoot } from "./repository.mjs";
import { ensureDependencies } from "./setup.mjs";

const folders = ["unit", "contract"];
/** A test is seeded when it takes its seed or its count from the environment, or generates its cases anew in each run. */
const seeded = /process\.env\.(SEED|WORKFORCE_\w+_COUNT)|from "fast-check"/;
const hourMs = 3_600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    inputs: { type: "string", default: "1000000" },
    proofs: { type: "string", default: "2000" },
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
for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
  console.log(`\n=== seed ${seed}`);
  const args = [
    "--enable-source-maps",
    join("test", "run", "mocha-run.mjs"),
    join(cacheFolder, "soak.json"),
    ...bundles,
  ];
  const env = {
    SEED: String(seed),
    WORKFORCE_PROOF_COUNT: values.proofs,
    WORKFORCE_LANGUAGE_COUNT: String(inputsOfRound),
  };
  if ((await runCommand(process.execPath, args, { env, timeoutMs: 4 * hourMs })) !== 0) {
    failed.push(seed);
  }
}
const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1);
const repeat = `npm run soak -- --rounds 1 --inputs ${inputsOfRound} --seed ${failed[0]}`;
console.log(
  failed.length === 0
    ? `\nEvery round passed, in ${minutes} minutes.`
    : `\nFailed with ${failed.length === 1 ? "seed" : "seeds"} ${failed.join(", ")}, in ${minutes} minutes; "${repeat}" repeats the first.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function bundleSeeded(folder) {
  const root = join(repositoryRoot, "test", folder);
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".test.ts"));
  const texts = await Promise.all(names.map((name) => readFile(join(root, name), "utf8")));
  const pathOf = (/** @type {string} */ name) => ["test", folder, ...name.split(sep)].join("/");
  const isWanted = (/** @type {string} */ name) =>
    positionals.length === 0 || positionals.some((part) => pathOf(name).includes(part));
  const chosen = names.filter((name, index) => isWanted(name) && seeded.test(texts[index] ?? ""));
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
