import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { runCommand } from "./command.mjs";
import { cacheFolder } from "./repository.mjs";

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] Which tests, and why.
 *
 * @typedef {object} Sharing
 * @property {number} [parts] Into how many processes the files are dealt; each file has its own when left out.
 * @property {number} [places] That a process takes; fewer where tests wait rather than compute.
 * @property {readonly (readonly string[])[]} [together] Parts of the paths of files that have a process of their own, since they share
 *   what is slow to warm up, for each such process; its files run in this order.
 * @property {string[]} [first] Files that take long, dealt first and so to processes of their own: none is busy long after the others.
 *
 * @typedef {object} Run What a step is run with.
 * @property {string[]} only Parts of paths that chose the tests.
 * @property {<Value>(places: number, task: () => Promise<Value>) => Promise<Value>} take Waits for places among everything that runs.
 * @property {boolean} isAlone No other step runs, so that what a program says can be shown as it comes.
 * @property {(text: string | Buffer) => void} print Adds to what is shown of the step.
 */

/** The places of a machine: two processes that compute fit in, or three that wait for half of their time. */
export const allPlaces = 9;
export const usualPlaces = 4;
export const waitingPlaces = 3;

const resultFolder = join(cacheFolder, "test");
const limitMs = 30 * 60_000;

/**
 * Runs the tests of a folder of `test`.
 *
 * @param {string} folder
 * @param {Run} run
 * @param {Sharing} sharing
 * @returns {Promise<Outcome>}
 */
export async function runMochaTests(folder, run, { parts, places = usualPlaces, together = [], first = [] }) {
  const { only } = run;
  const { bundleTests } = await import("./bundle-tests.mjs");
  const { files, broken } = await run.take(usualPlaces, () => bundleTests(folder, only));
  if (files.length === 0) {
    const message = `There is no test in test/${folder}${only.length > 0 ? " that was asked for" : ""}.`;
    run.print(`${message}\n`);
    return { passed: 0, failed: only.length > 0 ? broken : broken + 1, failures: only.length > 0 ? [] : [message] };
  }
  const sharing = together.map((names) => inOrder(files, names).filter((file) => isNamed(file, names)));
  const others = inOrder(files, first).filter((file) => !isNamed(file, together.flat()));
  const count = Math.min(parts ?? others.length, others.length);
  const shares = [
    ...sharing,
    ...Array.from({ length: count }, (_, part) => others.filter((_, index) => index % count === part)),
  ].filter((share) => share.length > 0);
  const sharedFolder = await mkdtemp(join(tmpdir(), "workforce-tests-"));
  const isLive = run.isAlone && shares.length === 1;
  const outcomes = await Promise.all(
    shares.map((share, index) =>
      run.take(places, () =>
        runMocha(`${basename(folder)}-${index}`, share, sharedFolder, isLive ? undefined : run.print),
      ),
    ),
  ).finally(() => rm(sharedFolder, { recursive: true, force: true, maxRetries: 5 }));
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, broken),
    failures: outcomes.flatMap(({ failures = [] }) => failures),
  };
}

/**
 * @param {string} file
 * @param {readonly string[]} names Parts of paths.
 */
function isNamed(file, names) {
  return names.some((name) => file.includes(name));
}

/**
 * The files that are named in the order of their names, then the others.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} names Parts of paths.
 */
function inOrder(files, names) {
  const rank = (/** @type {string} */ file) => names.findIndex((name) => file.includes(name)) + 1 || Infinity;
  return files.toSorted((one, other) => (rank(one) < rank(other) ? -1 : Number(rank(one) > rank(other))));
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {string} sharedFolder What is made once for all processes, such as the data of a service.
 * @param {((output: Buffer) => void) | undefined} print Takes at the end what it showed; it is shown as it comes when left out.
 * @returns {Promise<Outcome>}
 */
async function runMocha(name, files, sharedFolder, print) {
  const resultFile = await freshResultFile(name);
  const script = join("test", "run", "mocha-run.mjs");
  const code = await runCommand(process.execPath, ["--enable-source-maps", script, resultFile, ...files], {
    timeoutMs: limitMs,
    env: { WORKFORCE_TEST_FOLDER: sharedFolder },
    shows: print ? "atEnd" : "live",
    ...(print && { print }),
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
