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

/** Splits a text into tokens (sql-like-language 2). Every character is in a token, a comment, white space or a problem. */
export function lex(text: string): LexedText {
  const lexer = new Lexer(text, 0);
  lexer.readTo("end");
  return lexer;
}

/** The same from an offset to behind the next `;` that ends a statement; places count from there. `end` is where it stopped. */
export function lexStatement(text: string, from: number): LexedText & { readonly end: number } {
  const lexer = new Lexer(text, from);
  lexer.readTo("semicolon");
  return lexer;
}

/** What a character may begin. */
type Beginning = "space" | "word" | "number" | "string" | "comment" | "quotedName" | "sign" | "other";

const beginnings: readonly Beginning[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const patterns: readonly (readonly [RegExp, Beginning])[] = [
    [/\s/, "space"],
    [/[A-Za-z_]/, "word"],
    [/\d/, "number"],
    [/['"]/, "string"],
    [/[-/]/, "comment"],
    [/[`[]/, "quotedName"],
  ];
  const beginning = patterns.find(([pattern]) => pattern.test(character))?.[1];
  return beginning ?? (signs.some((sign) => sign.startsWith(character)) ? "sign" : "other");
});

/** The signs that begin with a character, the longer ones first. */
const signsByFirst: readonly (readonly Sign[])[] = beginnings.map((_, code) =>
  signs.filter((sign) => sign.charCodeAt(0) === code),
);

const comment = /--[^\r\n]*|\/\*[\s\S]*?\*\//y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const string = /'(?:[^'\r\n]|'')*'(?!')|"(?:[^"\r\n]|"")*"(?!")/y;
// For `"Gender) FROM Employee` this is `"Gender`, so that one missing quote does not hide the rest of its line.
const openString = /['"](?:[^\r\n),;]*[^\s),;])?/y;
const quotedName = /`[^`\r\n]*`|\[[^\]\r\n]*\]/y;
const space = /[\s\uFEFF]+/y;

/** Reads a text from left to right, once. */
class Lexer {
  readonly tokens: Token[] = [];
  readonly comments: Span[] = [];
  readonly problems: Problem[] = [];
  /** Offset in the text of what has not been read yet. */
  end: number;
  readonly #text: string;
  readonly #from: number;
  #isAfterSemicolon = false;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
    this.end = from;
  }

  readTo(last: "end" | "semicolon"): void {
    const { length } = this.#text;
    while (this.end < length && !(last === "semicolon" && this.#isAfterSemicolon)) {
      this.#readNext();
    }
    const end = this.end - this.#from;
    this.tokens.push({ kind: "end", start: end, end });
  }

  #readNext(): void {
    const start = this.end;
    switch (beginnings[this.#text.charCodeAt(start)]) {
      case "space":
        this.end = endOfSpaces(this.#text, start);
        return;
      case "word":
        this.#readWord(start);
        return;
      case "number":
        if (this.#reads(number)) {
          this.tokens.push({ kind: "number", text: this.#textFrom(start), ...this.#spanFrom(start) });
        }
        return;
      case "string":
        this.#readString(start);
        return;
      case "comment":
        this.#readComment(start);
        return;
      case "quotedName":
        this.#readQuotedName(start);
        return;
      case "sign":
        this.#readSign(start);
        return;
      default:
        if (!this.#reads(space)) {
          this.#readUnknown(start);
        }
    }
  }

  // Words and signs are nearly all of a text, so that these two are written for speed.
  #readWord(start: number): void {
    const end = endOfWord(this.#text, start);
    const found = this.#text.slice(start, end);
    const word = findReservedWord(found);
    const from = this.#from;
    this.end = end;
    this.tokens.push(
      word
        ? { kind: "word", text: word, start: start - from, end: end - from }
        : { kind: "name", text: found, start: start - from, end: end - from },
    );
  }

  #readSign(start: number): void {
    for (const sign of signsByFirst[this.#text.charCodeAt(start)] ?? []) {
      if (sign.length === 1 || this.#text.startsWith(sign, start)) {
        const from = this.#from;
        this.end = start + sign.length;
        this.#isAfterSemicolon = sign === ";";
        this.tokens.push({ kind: "sign", text: sign, start: start - from, end: this.end - from });
        return;
      }
    }
    this.#readUnknown(start);
  }

  #readString(start: number): void {
    const isClosed = this.#reads(string);
    if (!isClosed) {
      this.#reads(openString);
    }
    const value = unquote(this.#text.slice(start, isClosed ? this.end - 1 : this.end));
    const from = this.#from;
    this.tokens.push({ kind: "string", value, isClosed, start: start - from, end: this.end - from });
    if (!isClosed) {
      this.problems.push(createProblem("SL101", this.#spanFrom(start)));
    }
  }

  #readComment(start: number): void {
    if (this.#reads(comment)) {
      this.comments.push(this.#spanFrom(start));
    } else if (this.#text.startsWith("/*", start)) {
      this.end = this.#text.length;
      this.comments.push(this.#spanFrom(start));
      const open = { start: start - this.#from, end: start - this.#from + 2 };
      this.problems.push(createProblem("SL102", open, { text: "/*", hint: " The comment is not closed." }));
    } else {
      this.#readSign(start);
    }
  }

  #readQuotedName(start: number): void {
    if (!this.#reads(quotedName)) {
      this.#readUnknown(start);
      return;
    }
    const name = this.#text.slice(start + 1, this.end - 1);
    const span = this.#spanFrom(start);
    this.tokens.push({ kind: "name", text: name, ...span });
    this.problems.push(createProblem("SL103", span, { name }));
  }

  #readUnknown(start: number): void {
    this.end = start + ((this.#text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
    const text = this.#textFrom(start);
    this.problems.push(createProblem("SL102", this.#spanFrom(start), { text, hint: "" }));
  }

  /** Passes over what a pattern fits; false when it fits nothing here. */
  #reads(pattern: RegExp): boolean {
    pattern.lastIndex = this.end;
    const fits = pattern.test(this.#text);
    this.end = fits ? pattern.lastIndex : this.end;
    return fits;
  }

  #textFrom(start: number): string {
    return this.#text.slice(start, this.end);
  }

  #spanFrom(start: number): Span {
    return { start: start - this.#from, end: this.end - this.#from };
  }
}

function endOfSpaces(text: string, start: number): number {
  let end = start + 1;
  while (text.charCodeAt(end) === 0x20) {
    end++;
  }
  return end;
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (isWordPart(text.charCodeAt(end))) {
    end++;
  }
  return end;
}

/** Whether a name goes on with the character: `A-Z`, `a-z`, `0-9` or `_`. */
function isWordPart(code: number): boolean {
  const letter = code | 0x20;
  return (letter >= 0x61 && letter <= 0x7a && code < 0x80) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

/** The text after the opening quote, with doubled quotes made single. */
function unquote(text: string): string {
  const quote = text.charAt(0);
  const inside = text.slice(1);
  return inside.includes(quote) ? inside.replaceAll(quote + quote, quote) : inside;
}
