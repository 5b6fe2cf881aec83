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

interface Lexeme {
  readonly pattern: RegExp;
  readonly read: Read;
}

const escapedSigns = signs.map((sign) => sign.replace(/[*+.()|]/g, "\\$&"));

const space: Lexeme = { pattern: /[\s\uFEFF]+/y, read: () => {} };
const comment: Lexeme = { pattern: /--[^\r\n]*|\/\*[\s\S]*?\*\//y, read: readComment };
const openComment: Lexeme = { pattern: /\/\*[\s\S]*/y, read: readOpenComment };
const word: Lexeme = { pattern: /[A-Za-z_][A-Za-z0-9_]*/y, read: readWord };
const number: Lexeme = { pattern: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y, read: readNumber };
const string: Lexeme = { pattern: /'(?:[^'\r\n]|'')*'(?!')|"(?:[^"\r\n]|"")*"(?!")/y, read: readString };
// For `"Gender) FROM Employee` this is `"Gender`, so that one missing quote does not hide the rest of its line.
const openString: Lexeme = { pattern: /['"](?:[^\r\n),;]*[^\s),;])?/y, read: readOpenString };
const quotedName: Lexeme = { pattern: /`[^`\r\n]*`|\[[^\]\r\n]*\]/y, read: readQuotedName };
const sign: Lexeme = { pattern: new RegExp(`${escapedSigns.join("|")}|[\\s\\S]`, "uy"), read: readSign };

/** What may begin with a character; the first pattern that fits is read, so that the order counts. */
const byFirst: readonly (readonly Lexeme[])[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const fitting = [
    { first: /\s/, lexemes: [space] },
    { first: /[A-Za-z_]/, lexemes: [word] },
    { first: /\d/, lexemes: [number] },
    { first: /['"]/, lexemes: [string, openString] },
    { first: /[-/]/, lexemes: [comment, openComment, sign] },
    { first: /[`[]/, lexemes: [quotedName, sign] },
  ].find(({ first }) => first.test(character));
  return fitting?.lexemes ?? [sign];
});
const byOther: readonly Lexeme[] = [space, sign];

/** Splits a text into tokens (sql-like-language 2). Every character is in a token, a comment, white space or a problem. */
export function lex(text: string): LexedText {
  const reading: Reading = { tokens: [], comments: [], problems: [] };
  let start = 0;
  while (start < text.length) {
    for (const { pattern, read } of byFirst[text.charCodeAt(start)] ?? byOther) {
      pattern.lastIndex = start;
      if (pattern.test(text)) {
        const end = pattern.lastIndex;
        read(reading, { start, end }, text.slice(start, end));
        start = end;
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

function readWord({ tokens }: Reading, { start, end }: Span, text: string): void {
  const word = findReservedWord(text);
  tokens.push(word ? { kind: "word", word, start, end } : { kind: "name", text, start, end });
}

function readNumber({ tokens }: Reading, { start, end }: Span, text: string): void {
  tokens.push({ kind: "number", text, start, end });
}

function readString({ tokens }: Reading, { start, end }: Span, text: string): void {
  tokens.push({ kind: "string", value: unquote(text.slice(0, -1)), isClosed: true, start, end });
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
    tokens.push({ kind: "sign", sign, start: span.start, end: span.end });
  } else {
    problems.push(createProblem("SL102", span, { text, hint: "" }));
  }
}

/** The text after the opening quote, with doubled quotes made single. */
function unquote(text: string): string {
  const quote = text.charAt(0);
  return text.slice(1).replaceAll(quote + quote, quote);
}
