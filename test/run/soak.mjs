// npm run soak [-- --proofs 2000] [-- --rounds 5] [-- --seed 1]
// Runs every seeded test in full: each round has a seed of its own, from the given one on, and makes as many queries for the
// proof of the service as are asked for. A failure tells its seed, with which one round repeats it.
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { parseArgs } from "node:util";
import { bundleTests } from "./bundle-tests.mjs";
import { runCommand } from "./command.mjs";
import { cacheFolder, repositoryRoot } from "./repository.mjs";
import { ensureDependencies } from "./setup.mjs";

const folders = ["unit", "contract"];
/** A test is seeded when it takes its seed or its count from the environment, or generates its cases anew in each run. */
const seeded = /process\.env\.(SEED|WORKFORCE_\w+_COUNT)|from "fast-check"/;
const hourMs = 3_600_000;

const { values } = parseArgs({
  options: {
    proofs: { type: "string", default: "2000" },
    rounds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
  },
});
const firstSeed = Number(values.seed);

await ensureDependencies();
const bundles = (await Promise.all(folders.map(bundleSeeded))).flat();
console.log(`${bundles.length} files with seeded tests, ${values.rounds} rounds.`);
/** @type {number[]} */
const failed = [];
for (let seed = firstSeed; seed < firstSeed + Number(values.rounds); seed++) {
  console.log(`\n=== seed ${seed}`);
  const args = [
    "--enable-source-maps",
    join("test", "run", "mocha-run.mjs"),
    join(cacheFolder, "soak.json"),
    ...bundles,
  ];
  const env = { SEED: String(seed), WORKFORCE_PROOF_COUNT: values.proofs };
  if ((await runCommand(process.execPath, args, { env, timeoutMs: 4 * hourMs })) !== 0) {
    failed.push(seed);
  }
}
console.log(
  failed.length === 0
    ? "\nEvery round passed."
    : `\nFailed with ${failed.length === 1 ? "seed" : "seeds"} ${failed.join(", ")}; "npm run soak -- --rounds 1 --seed ${failed[0]}" repeats the first.`,
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
  const chosen = names.filter((_, index) => seeded.test(texts[index] ?? ""));
  if (chosen.length === 0) {
    return [];
  }
  const { files, broken } = await bundleTests(
    folder,
    chosen.map((name) => ["test", folder, ...name.split(sep)].join("/")),
  );
  if (broken > 0) {
    throw new Error(`${broken} seeded tests in test/${folder} cannot be bundled.`);
  }
  return files;
}
