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

/** Takes in what stands from `start` to `end`. */
type Read = (reading: Reading, start: number, end: number, text: string) => void;

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
        read(reading, start, end, text);
        start = end;
        break;
      }
    }
  }
  reading.tokens.push({ kind: "end", start: text.length, end: text.length });
  return reading;
}

function readComment({ comments }: Reading, start: number, end: number): void {
  comments.push({ start, end });
}

function readOpenComment({ comments, problems }: Reading, start: number, end: number): void {
  comments.push({ start, end });
  const hint = " The comment is not closed.";
  problems.push(createProblem("SL102", { start, end: start + 2 }, { text: "/*", hint }));
}

function readWord({ tokens }: Reading, start: number, end: number, text: string): void {
  const found = text.slice(start, end);
  const word = findReservedWord(found);
  tokens.push(word ? { kind: "word", word, start, end } : { kind: "name", text: found, start, end });
}

function readNumber({ tokens }: Reading, start: number, end: number, text: string): void {
  tokens.push({ kind: "number", text: text.slice(start, end), start, end });
}

function readString({ tokens }: Reading, start: number, end: number, text: string): void {
  tokens.push({ kind: "string", value: unquote(text.slice(start, end - 1)), isClosed: true, start, end });
}

function readOpenString({ tokens, problems }: Reading, start: number, end: number, text: string): void {
  tokens.push({ kind: "string", value: unquote(text.slice(start, end)), isClosed: false, start, end });
  problems.push(createProblem("SL101", { start, end }));
}

function readQuotedName({ tokens, problems }: Reading, start: number, end: number, text: string): void {
  const name = text.slice(start + 1, end - 1);
  tokens.push({ kind: "name", text: name, start, end });
  problems.push(createProblem("SL103", { start, end }, { name }));
}

function readSign({ tokens, problems }: Reading, start: number, end: number, text: string): void {
  const found = text.slice(start, end);
  const sign = signByText.get(found);
  if (sign) {
    tokens.push({ kind: "sign", sign, start, end });
  } else {
    problems.push(createProblem("SL102", { start, end }, { text: found, hint: "" }));
  }
}

/** The text after the opening quote, with doubled quotes made single. */
function unquote(text: string): string {
  const quote = text.charAt(0);
  const inside = text.slice(1);
  return inside.includes(quote) ? inside.replaceAll(quote + quote, quote) : inside;
}
