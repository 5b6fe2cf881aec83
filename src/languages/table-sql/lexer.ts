import type { Token } from "./token.ts";

interface Lexeme {
  readonly pattern: RegExp;
  readonly kind: Token["kind"];
  readonly isOpen?: boolean;
}

const signs = "<=>|<<|>>>|>>|<>|!=|<=|>=|==|->|=>|\\|\\||::";

/** The first pattern that fits is read, so that the order counts. */
const lexemes: readonly Lexeme[] = [
  { pattern: /--[^\r\n]*|\/\*[\s\S]*?\*\//y, kind: "comment" },
  { pattern: /\/\*[\s\S]*/y, kind: "comment", isOpen: true },
  { pattern: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:bd|[lsydf])?(?![\p{L}\p{N}_])/iuy, kind: "number" },
  { pattern: /[\p{L}\p{N}_]+/uy, kind: "word" },
  { pattern: /'(?:[^'\\]|\\[\s\S]|'')*'(?!')|"(?:[^"\\]|\\[\s\S]|"")*"(?!")/y, kind: "string" },
  // A quote that nothing closes hides no more than its line.
  { pattern: /'[^\r\n;]*|"[^\r\n;]*/y, kind: "string", isOpen: true },
  { pattern: /`(?:[^`]|``)*`(?!`)/y, kind: "quotedName" },
  { pattern: /`[^\r\n;]*/y, kind: "quotedName", isOpen: true },
  { pattern: new RegExp(`${signs}|[\\s\\S]`, "uy"), kind: "sign" },
];

const space = /[\s\uFEFF]+/y;

/** Splits a text into tokens, comments among them; every character is in one or is white space. */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    space.lastIndex = start;
    start += space.exec(text)?.[0].length ?? 0;
    for (const { pattern, kind, isOpen = false } of lexemes) {
      pattern.lastIndex = start;
      const found = start < text.length ? pattern.exec(text)?.[0] : undefined;
      if (found !== undefined) {
        tokens.push({
          kind,
          text: found,
          key: keyOf(kind, found),
          isClosed: !isOpen,
          start,
          end: start + found.length,
        });
        start += found.length;
        break;
      }
    }
  }
  tokens.push({ kind: "end", text: "", key: "", isClosed: true, start: text.length, end: text.length });
  return tokens;
}

function keyOf(kind: Token["kind"], text: string): string {
  return kind === "word" ? text.toUpperCase() : kind === "sign" ? text : "";
}

/** The name that a word or a name in back quotes means. */
export function nameText({ kind, text, isClosed }: Token): string {
  return kind === "quotedName" ? text.slice(1, isClosed ? -1 : undefined).replaceAll("``", "`") : text;
}

/** A name as it is written in a text: in back quotes where it could be taken for something else. */
export function writeName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reservedNames.has(name.toUpperCase())
    ? name
    : `\`${name.replaceAll("`", "``")}\``;
}

/** Words that mean something else than a name wherever a column may stand. */
const reservedNames: ReadonlySet<string> = new Set(
  "ALL AND ANY AS BETWEEN BOTH CASE CAST CROSS DISTINCT ELSE END EXISTS FALSE FROM FULL GROUP HAVING IN INNER INTERVAL INTO IS JOIN LEFT LIKE NATURAL NOT NULL ON OR ORDER RIGHT SELECT SOME TABLE THEN TRUE UNION USING WHEN WHERE WITH".split(
    " ",
  ),
);
