import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { formatCsvField } from "../../base/csv-rows.ts";
import { isObject } from "../../base/guards.ts";
import { DriverError } from "../drivers/driver-error.ts";

/** Maximum length of a line in characters, so that a file without line ends is not read into memory. */
const maxLineLength = 16 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/** Number of JSON outside of texts, or a whole text, which stays as it is. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Converts a file of JSON Lines to CSV with a header. The columns are those of all objects in the order in which they are
 * seen first. Numbers keep their digits as they are written, so that none is rounded; lists and objects stay JSON; null
 * and what an object lacks are empty, and an empty text is `""`. Throws a DriverError that names the line of a problem.
 */
export async function convertJsonLines(
  { name, path }: { readonly name: string; readonly path: string },
  target: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const columns = new Set<string>();
  for await (const objects of readObjects(name, path, signal)) {
    for (const object of objects) {
      for (const key of Object.keys(object)) {
        columns.add(key);
      }
    }
  }
  const names = [...columns];
  const rows = async function* () {
    yield `${names.map(formatCsvField).join(",")}\n`;
    for await (const objects of readObjects(name, path, signal)) {
      yield objects.map((object) => `${names.map((key) => formatCell(object[key])).join(",")}\n`).join("");
    }
  };
  await pipeline(rows, createWriteStream(target, { mode: 0o600 }), { signal });
  return names;
}

function formatCell(value: unknown): string {
  if (value === undefined || value === null) {
    return "";
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" ? '""' : formatCsvField(text);
}

async function* readObjects(
  name: string,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (piece: Uint8Array | undefined) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new DriverError(`${name} is not UTF-8.`, { cause: error });
    }
  };
  let rest = "";
  let line = 0;
  const parse = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      line++;
      return text.trim() === "" ? [] : [parseObject(text, name, line)];
    });
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes, signal })) {
    const lines = (rest + decode(piece as Buffer)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineLength) {
      throw new DriverError(`${name}: line ${line + lines.length + 1} is longer than ${maxLineLength} characters.`);
    }
    yield parse(lines);
  }
  yield parse([rest + decode(undefined)]);
}

function parseObject(text: string, name: string, line: number): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed) && !Array.isArray(parsed)) {
      return hasRoundedNumber(text) ? withWrittenNumbers(text, parsed) : parsed;
    }
  } catch (error) {
    throw new DriverError(`${name}: line ${line} is no JSON.`, { cause: error });
  }
  throw new DriverError(`${name}: line ${line} is no JSON object; write one object on each line.`);
}

/** Whether a number may not be equal to the double that JavaScript reads. */
function hasRoundedNumber(text: string): boolean {
  return /\d[.\d]{15}|\d[eE][+-]?\d/.test(text);
}

/** Replaces the numbers of an object by their texts. Those in lists and objects within it stay as they were read. */
function withWrittenNumbers(
  text: string,
  parsed: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const quoted = text.replace(textOrNumber, (found) => (found.startsWith('"') ? found : `"${found}"`));
  const written = JSON.parse(quoted) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(parsed).map(([key, value]) => [key, typeof value === "number" ? written[key] : value]),
  );
}
