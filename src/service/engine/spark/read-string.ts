import { SparkSqlError } from "./spark-sql-error.ts";

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\x1a",
  // The pattern of LIKE takes the escape.
  "%": "\\%",
  _: "\\_",
};

const coded = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([01][0-7]{2}))/y;

/** The string that starts at `start`, also a raw one as in `r'\d'`. */
export function readString(text: string, start: number): { text: string; end: number } {
  const isRaw = text[start] === "r" || text[start] === "R";
  const quote = text[isRaw ? start + 1 : start];
  let position = isRaw ? start + 2 : start + 1;
  let value = "";
  while (position < text.length) {
    const character = text[position] ?? "";
    if (character === quote) {
      return { text: value, end: position + 1 };
    }
    if (character === "\\" && !isRaw) {
      const escaped = readEscape(text, position);
      value += escaped.text;
      position = escaped.end;
    } else {
      value += character;
      position++;
    }
  }
  throw new SparkSqlError(`The string does not end: add ${quote}.`, start, text.length);
}

function readEscape(text: string, start: number): { text: string; end: number } {
  coded.lastIndex = start;
  const found = coded.exec(text);
  const digits = found?.[1] ?? found?.[2];
  if (found) {
    const code = digits ? Number.parseInt(digits, 16) : Number.parseInt(found[3] ?? "0", 8);
    const isCharacter = code <= 0x10ffff;
    return { text: isCharacter ? String.fromCodePoint(code) : "\ufffd", end: start + found[0].length };
  }
  const character = text[start + 1] ?? "";
  return { text: escapes[character] ?? character, end: start + 2 };
}
