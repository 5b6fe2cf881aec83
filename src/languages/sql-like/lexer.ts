import type { Problem } from "../core/problem.ts";
import type { Span } from "../core/span.ts";
import { createProblem } from "./diagnostics.ts";
import { findReservedWord } from "./keywords.ts";
import { type Sign, signs } from "./operators.ts";
import type { Token } from "./token.ts";

export interface LexedText {
  /** Never empty: the last one is the `end`. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Span[];
  readonly problems: readonly Problem[];
}

const signByText: ReadonlyMap<string, Sign> = new Map(signs.map((sign) => [sign, sign]));

/** What has been read so far. */
interface Reading {
  readonly tokens: Token[];
  readonly comments: Span[];
  readonly problems: Problem[];
}

type Read = (reading: Reading, span: Span, text: string) => void;

const escapedSigns = signs.map((sign) => sign.replace(/[*+.()|]/g, "\\$&"));

/** What a text is made of. The first pattern that fits is read, so that the order counts. */
const lexemes: readonly { readonly pattern: RegExp; readonly read: Read }[] = [
  { pattern: /[\s\uFEFF]+/y, read: () => {} },
  { pattern: /--[^\r\n]*|\/\*[\s\S]*?\*\//y, read: readComment },
  { pattern: /\/\*[\s\S]*/y, read: readOpenComment },
  { pattern: /[A-Za-z_][A-Za-z0-9_]*/y, read: readWord },
  { pattern: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y, read: readNumber },
  { pattern: /'(?:[^'\r\n]|'')*'(?!')|"(?:[^"\r\n]|"")*"(?!")/y, read: readString },
  // For `"Gender) FROM Employee` this is `"Gender`, so that one missing quote does not hide the rest of its line.
  { pattern: /['"](?:[^\r\n),;]*[^\s),;])?/y, read: readOpenString },
  { pattern: /`[^`\r\n]*`|\[[^\]\r\n]*\]/y, read: readQuotedName },
  { pattern: new RegExp(`${escapedSigns.join("|")}|[\\s\\S]`, "uy"), read: readSign },
];

/** Splits a text into tokens (sql-like-language 2). Every character is in a token, a comment, white space or a problem. */
export function lex(text: string): LexedText {
  const reading: Reading = { tokens: [], comments: [], problems: [] };
  let start = 0;
  while (start < text.length) {
    for (const { pattern, read } of lexemes) {
      pattern.lastIndex = start;
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) {
        read(reading, { start, end: start + found.length }, found);
        start += found.length;
        break;
      }
    }
  }
  reading.tokens.push({ kind: "end", start: text.length, end: text.length });
  return reading;
}

function readComment({ comments }: Reading, span: Span): void {
  comments.push(span);
}

function readOpenComment({ comments, problems }: Reading, span: Span): void {
  comments.push(span);
  const hint = " The comment is not closed.";
  problems.push(createProblem("SL102", { start: span.start, end: span.start + 2 }, { text: "/*", hint }));
}

function readWord({ tokens }: Reading, span: Span, text: string): void {
  const word = findReservedWord(text);
  tokens.push(word ? { kind: "word", word, ...span } : { kind: "name", text, ...span });
}

function readNumber({ tokens }: Reading, span: Span, text: string): void {
  tokens.push({ kind: "number", text, ...span });
}

function readString({ tokens }: Reading, span: Span, text: string): void {
  tokens.push({ kind: "string", value: unquote(text.slice(0, -1)), isClosed: true, ...span });
}

function readOpenString({ tokens, problems }: Reading, span: Span, text: string): void {
  tokens.push({ kind: "string", value: unquote(text), isClosed: false, ...span });
  problems.push(createProblem("SL101", span));
}

function readQuotedName({ tokens, problems }: Reading, span: Span, text: string): void {
  const name = text.slice(1, -1);
  tokens.push({ kind: "name", text: name, ...span });
  problems.push(createProblem("SL103", span, { name }));
}

function readSign({ tokens, problems }: Reading, span: Span, text: string): void {
  const sign = signByText.get(text);
  if (sign) {
    tokens.push({ kind: "sign", sign, ...span });
  } else {
    problems.push(createProblem("SL102", span, { text, hint: "" }));
  }
}

/** The text after the opening quote, with doubled quotes made single. */
function unquote(text: string): string {
  const quote = text.charAt(0);
  return text.slice(1).replaceAll(quote + quote, quote);
}
