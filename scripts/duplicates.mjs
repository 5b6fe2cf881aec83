// Lists the pairs of places in `src` that share eight or more equal lines: `npm run duplicates`. With `--check` it fails when there
// are too many. A pair is a place to look at, not a verdict: two texts may be equal by chance and change for different reasons.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryRoot as root } from "../test/run/repository.mjs";

/** How many lines in a row make a pair. */
const runLength = 8;

/** The bar of `--check`: fewer pairs than this. */
const mostPairs = 40;

/**
 * @typedef {object} Line
 * @property {string} text Without the spaces around it.
 * @property {number} number From 1.
 *
 * @typedef {object} Source
 * @property {string} file
 * @property {readonly Line[]} lines Only those that count.
 *
 * @typedef {object} Place
 * @property {string} file
 * @property {number} first
 * @property {number} last
 *
 * @typedef {{ readonly one: Place, readonly other: Place, readonly length: number }} Pair
 */

/**
 * Every pair of places that share a run of lines, the longest first. A run is as long as it can be: longer ones count once.
 *
 * @param {readonly Source[]} sources
 * @returns {Pair[]}
 */
export function findDuplicates(sources) {
  /** @type {Pair[]} */
  const pairs = [];
  for (const starts of startsByRun(sources).values()) {
    starts.forEach((one, index) => {
      for (const other of starts.slice(index + 1)) {
        const length = sharedLength(one, other);
        if (length > 0) {
          pairs.push({ one: placeOf(one, length), other: placeOf(other, length), length });
        }
      }
    });
  }
  return pairs.sort((a, b) => b.length - a.length);
}

/**
 * The lines of a text that count: not those of imports, and no empty ones.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Source}
 */
export function readSource(file, text) {
  const withoutImports = text.replaceAll(/^(import|export) (type )?(\{[^}]*\}|\*|[\w, {}*]+?) from "[^"]*";$/gm, blank);
  const lines = withoutImports
    .split("\n")
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== "");
  return { file, lines };
}

/** @typedef {{ readonly source: Source, readonly index: number }} Start */

/** @param {readonly Source[]} sources */
function startsByRun(sources) {
  /** @type {Map<string, Start[]>} */
  const starts = new Map();
  for (const source of sources) {
    for (let index = 0; index + runLength <= source.lines.length; index++) {
      const run = source.lines.slice(index, index + runLength);
      const key = run.map((line) => line.text).join("\n");
      const known = starts.get(key);
      if (known) {
        known.push({ source, index });
      } else {
        starts.set(key, [{ source, index }]);
      }
    }
  }
  return starts;
}

/**
 * How many lines two places share from here on; 0 where the lines before are equal too, so that the run began earlier.
 *
 * @param {Start} one
 * @param {Start} other
 */
function sharedLength(one, other) {
  /** @param {number} offset */
  const isEqual = (offset) => {
    const text = one.source.lines[one.index + offset]?.text;
    return text !== undefined && text === other.source.lines[other.index + offset]?.text;
  };
  if (isEqual(-1)) {
    return 0;
  }
  // A place does not share lines with itself: a run that repeats without a break ends where its second half begins.
  const most = one.source === other.source ? other.index - one.index : Number.POSITIVE_INFINITY;
  let length = 0;
  while (length < most && isEqual(length)) {
    length++;
  }
  return length >= runLength ? length : 0;
}

/**
 * @param {Start} start
 * @param {number} length
 * @returns {Place}
 */
function placeOf({ source, index }, length) {
  const first = source.lines[index]?.number ?? 0;
  return { file: source.file, first, last: source.lines[index + length - 1]?.number ?? first };
}

/**
 * Keeps the numbers of the lines that follow.
 *
 * @param {string} text
 */
function blank(text) {
  return text.replaceAll(/[^\n]/g, "");
}

/** @returns {Promise<Source[]>} */
async function readSources() {
  const entries = await readdir(join(root, "src"), { recursive: true });
  const files = entries
    .map((entry) => `src/${entry.replaceAll("\\", "/")}`)
    .filter((file) => /(?<!\.d)\.ts$|\.css$/.test(file))
    .sort();
  return await Promise.all(files.map(async (file) => readSource(file, await readFile(join(root, file), "utf8"))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pairs = findDuplicates(await readSources());
  for (const { one, other, length } of pairs) {
    console.log(`${length} lines: ${one.file}:${one.first}-${one.last} and ${other.file}:${other.first}-${other.last}`);
  }
  console.log(`${pairs.length} pairs of ${runLength} or more equal lines.`);
  if (process.argv.includes("--check") && pairs.length >= mostPairs) {
    console.error(
      `There must be fewer than ${mostPairs}: write a piece once, in src/base or src/host, where a second user needs it.`,
    );
    process.exitCode = 1;
  }
}
