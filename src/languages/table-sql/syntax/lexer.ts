import { quoteSparkName } from "../../../base/sql-quote.ts";
import { opaqueTextAt } from "./opaque-text.ts";
import type { Token } from "./token.ts";

const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:bd|[lsydf])?(?![\p{L}\p{N}_])/iuy;
const word = /[\p{L}\p{N}_]+/uy;
/** Operators of several characters. An unmatched end of a comment is one token, not two operators. */
const sign = /\*\/|<=>|<<|>>>|>>|<>|!=|<=|>=|==|->|=>|\|\||::/y;

const space = /[\s\uFEFF]+/y;

/** Splits a text into tokens, including comments. Every character outside of a token is white space. */
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
  const numberText = matchAt(number, text, start);
  const wordText = numberText === undefined ? matchAt(word, text, start) : undefined;
  const kind = numberText !== undefined ? "number" : wordText !== undefined ? "word" : "sign";
  const found =
    numberText ?? wordText ?? matchAt(sign, text, start) ?? String.fromCodePoint(text.codePointAt(start) ?? 0);
  return { kind, text: found, key: tokenKey(kind, found), isClosed: true, start, end: start + found.length };
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0];
}

function tokenKey(kind: Token["kind"], text: string): string {
  return kind === "word" ? text.toUpperCase() : kind === "sign" ? text : "";
}

/** Returns the name in a word or quoted name, without back quotes. */
export function nameText({ kind, text, isClosed }: Token): string {
  return kind === "quotedName" ? text.slice(1, isClosed ? -1 : undefined).replaceAll("``", "`") : text;
}

/** Writes a name in SQL, in back quotes if it is a reserved word or contains special characters. */
export function quoteNameIfNeeded(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reservedNames.has(name.toUpperCase()) ? name : quoteSparkName(name);
}

/** Words that must be quoted to be used as the name of a column. */
const reservedNames: ReadonlySet<string> = new Set(
  "ALL AND ANY AS BETWEEN BOTH CASE CAST CROSS DISTINCT ELSE END EXISTS FALSE FROM FULL GROUP HAVING IN INNER INTERVAL INTO IS JOIN LEFT LIKE NATURAL NOT NULL ON OR ORDER RIGHT SELECT SOME TABLE THEN TRUE UNION USING WHEN WHERE WITH".split(
    " ",
  ),
);
