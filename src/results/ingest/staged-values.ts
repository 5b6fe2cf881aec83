import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** Formats JSON values as lines, each on one line of its own as `readStagedValues` tells lines apart. */
export function formatStagedValues(values: readonly string[]): string {
  return values.map((value) => `${toSingleLine(value)}\n`).join("");
}

/** Between JSON tokens a line end is only white space; U+2028 and U+2029, which also end lines, are only within texts. */
function toSingleLine(value: string): string {
  return value
    .replaceAll(/[\r\n]+/g, " ")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Yields the JSON values of a file. */
export async function* readStagedValues(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, { encoding: "utf8" });
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    input.destroy();
  }
}
