import { quoteSparkName } from "../../../base/sql-quote.ts";
import { opaqueTextAt } from "./opaque-text.ts";
import type { Token } from "./token.ts";

const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:bd|[lsydf])?(?![\p{L}\p{N}_])/iuy;
const word = /[\p{L}\p{N}_]+/uy;
/** The end of a comment that nothing begins is no operator. */
const sign = /\*\/|<=>|<<|>>>|>>|<>|!=|<=|>=|==|->|=>|\|\||::/y;

const space = /[\s\uFEFF]+/y;

/** Splits a text into tokens, comments among them; every character is in one or is white space. */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  for (let start = afterSpace(text, 0); start < text.length; start = afterSpace(text, tokens.at(-1)?.end ?? start)) {
    tokens.push(tokenAt(text, start));
  }
  tokens.push({ kind: "end", text: "", key: "", isClosed: true, start: text.length, end: text.length });
  return tokens;
}

function afterSpace(text: string, start: number): number {
  space.lastIndex = start;
  return space.test(text) ? space.lastIndex : start;
}

function tokenAt(text: string, start: number): Token {
  const opaque = opaqueTextAt(text, start);
  if (opaque) {
    const { kind, end, isClosed } = opaque;
    return { kind, text: text.slice(start, end), key: "", isClosed, start, end };
  }
  const ofNumber = matchAt(number, text, start);
  const ofWord = ofNumber === undefined ? matchAt(word, text, start) : undefined;
  const kind = ofNumber !== undefined ? "number" : ofWord !== undefined ? "word" : "sign";
  const found = ofNumber ?? ofWord ?? matchAt(sign, text, start) ?? String.fromCodePoint(text.codePointAt(start) ?? 0);
  return { kind, text: found, key: keyOf(kind, found), isClosed: true, start, end: start + found.length };
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0];
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
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reservedNames.has(name.toUpperCase()) ? name : quoteSparkName(name);
}

/** Words that mean something else than a name wherever a column may stand. */
const reservedNames: ReadonlySet<string> = new Set(
  "ALL AND ANY AS BETWEEN BOTH CASE CAST CROSS DISTINCT ELSE END EXISTS FALSE FROM FULL GROUP HAVING IN INNER INTERVAL INTO IS JOIN LEFT LIKE NATURAL NOT NULL ON OR ORDER RIGHT SELECT SOME TABLE THEN TRUE UNION USING WHEN WHERE WITH".split(
    " ",
  ),
);
