import { readString } from "./read-string.ts";
import { SparkSqlError } from "./spark-sql-error.ts";

export type TokenKind = "word" | "quoted" | "string" | "number" | "symbol" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** What it means: a string without quotes and escapes, a word as it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const blank = /(?:\s|--(?:\\\n|[^\n])*|\/\*(?!\+)[\s\S]*?\*\/|\/\*\+[\s\S]*?\*\/)+/y;
const word = /[\p{L}_][\p{L}\p{N}_]*/uy;
const digitWord = /\d+[\p{L}_][\p{L}\p{N}_]*/uy;
const number = /(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?(?:BD|bd|[LlSsYyDdFf])?(?![\p{L}\p{N}_])/uy;
const symbol = /<=>|<=|>=|<>|!=|==|\|\||->|=>|[-+*/%&|^~<>=!()[\],.;:?{}]/y;
const openString = /[rR]?(?:'|")/y;

/** The tokens of a text without blanks, comments and hints, an `end` last. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    const skipped = match(blank, text, position);
    if (skipped) {
      position += skipped.length;
      continue;
    }
    const token = readToken(text, position);
    tokens.push(token);
    position = token.end;
  }
  tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
  return tokens;
}

function readToken(text: string, start: number): Token {
  if (match(openString, text, start)) {
    return { kind: "string", start, ...readString(text, start) };
  }
  if (text[start] === "`") {
    return readQuotedName(text, start);
  }
  const patterns = [
    ["number", number],
    ["word", word],
    ["word", digitWord],
    ["symbol", symbol],
  ] as const;
  for (const [kind, pattern] of patterns) {
    const found = match(pattern, text, start);
    if (found) {
      return { kind, text: found, start, end: start + found.length };
    }
  }
  throw new SparkSqlError(`"${text[start]}" starts nothing that Spark SQL knows.`, start, start + 1);
}

function readQuotedName(text: string, start: number): Token {
  const found = match(/`(?:[^`]|``)+`/y, text, start);
  if (!found) {
    throw new SparkSqlError("The name in back quotes does not end: add a back quote.", start, text.length);
  }
  return { kind: "quoted", text: found.slice(1, -1).replaceAll("``", "`"), start, end: start + found.length };
}

function match(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}
