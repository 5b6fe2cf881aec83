import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { runCommand } from "./command.mjs";
import { inPool } from "./pool.mjs";
import { cacheFolder } from "./repository.mjs";

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] Which tests, and why.
 *
 * @typedef {object} Sharing
 * @property {number} [parts] Into how many processes the files are dealt; each file has its own when left out.
 * @property {number} [processes] How many run at the same time, 2 when left out; more where tests wait rather than compute.
 * @property {string[]} [first] Files that take long, dealt first and so to processes of their own: none is busy long after the others.
 */

const resultFolder = join(cacheFolder, "test");
const limitMs = 30 * 60_000;

/**
 * Runs the tests of a folder of `test`.
 *
 * @param {string} folder
 * @param {string[]} only Parts of paths that chose the tests.
 * @param {Sharing} sharing
 * @returns {Promise<Outcome>}
 */
export async function runMochaTests(folder, only, { parts, processes = 2, first = [] }) {
  const { bundleTests } = await import("./bundle-tests.mjs");
  const { files, broken } = await bundleTests(folder, only);
  if (files.length === 0) {
    const message = `There is no test in test/${folder}${only.length > 0 ? " that was asked for" : ""}.`;
    console.log(message);
    return { passed: 0, failed: only.length > 0 ? broken : broken + 1, failures: only.length > 0 ? [] : [message] };
  }
  const rank = (/** @type {string} */ file) => first.findIndex((name) => file.includes(name)) + 1 || Infinity;
  const ordered = files.toSorted((one, other) => (rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other))));
  const count = Math.min(parts ?? files.length, files.length);
  const shares = Array.from({ length: count }, (_, part) => ordered.filter((_, index) => index % count === part));
  const sharedFolder = await mkdtemp(join(tmpdir(), "workforce-tests-"));
  const outcomes = await inPool(
    processes,
    shares.map((share, index) => () => runMocha(`${basename(folder)}-${index}`, share, count === 1, sharedFolder)),
  ).finally(() => rm(sharedFolder, { recursive: true, force: true, maxRetries: 5 }));
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, broken),
    failures: outcomes.flatMap(({ failures = [] }) => failures),
  };
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {boolean} isAlone Then it shows what it does as it goes, else at its end.
 * @param {string} sharedFolder What is made once for all processes, such as the data of a service.
 * @returns {Promise<Outcome>}
 */
async function runMocha(name, files, isAlone, sharedFolder) {
  const resultFile = await freshResultFile(name);
  const script = join("test", "run", "mocha-run.mjs");
  const code = await runCommand(process.execPath, ["--enable-source-maps", script, resultFile, ...files], {
    timeoutMs: limitMs,
    env: { WORKFORCE_TEST_FOLDER: sharedFolder },
    shows: isAlone ? "live" : "atEnd",
  });
  const outcome = existsSync(resultFile)
    ? JSON.parse(await readFile(resultFile, "utf8"))
    : {
        passed: 0,
        failed: 1,
        failures: [`${files.map((file) => basename(file)).join(", ")}: ended before its tests did`],
      };
  return { ...outcome, failed: code === 0 ? outcome.failed : Math.max(outcome.failed, 1) };
}

/** @param {string} name */
export async function freshResultFile(name) {
  await mkdir(resultFolder, { recursive: true });
  const file = join(resultFolder, `${name}.json`);
  await rm(file, { force: true });
  return file;
}
