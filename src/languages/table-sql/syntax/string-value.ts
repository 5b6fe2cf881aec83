const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\x1a",
  // The escape is preserved for patterns of LIKE.
  "%": "\\%",
  _: "\\_",
};

const numericEscape = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([01][0-7]{2}))/y;

/**
 * Returns the value of a SQL string literal, without quotes and with its escapes decoded. A raw string such as `r'\d'`
 * has no escapes. Doubled quotes separate two adjacent strings, which Spark 3.5 joins: `'it''s'` is `its`.
 */
export function stringLiteralValueOf(text: string): string {
  if (/^[rR]/.test(text)) {
    return text.slice(2, -1);
  }
  const quote = text[0];
  let value = "";
  for (let position = 1; position < text.length; ) {
    const character = text[position] ?? "";
    if (character === "\\") {
      const escaped = readEscape(text, position);
      value += escaped.text;
      position = escaped.end;
    } else {
      value += character === quote ? "" : character;
      position++;
    }
  }
  return value;
}

function readEscape(text: string, start: number): { text: string; end: number } {
  numericEscape.lastIndex = start;
  const found = numericEscape.exec(text);
  const digits = found?.[1] ?? found?.[2];
  if (found) {
    const code = digits ? Number.parseInt(digits, 16) : Number.parseInt(found[3] ?? "0", 8);
    const isCharacter = code <= 0x10ffff;
    return { text: isCharacter ? String.fromCodePoint(code) : "\ufffd", end: start + found[0].length };
  }
  const character = text[start + 1] ?? "";
  return { text: escapes[character] ?? character, end: start + 2 };
}
