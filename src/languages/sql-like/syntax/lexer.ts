import type { Problem } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";
import { createQueryProblem } from "./diagnostics.ts";
import { isReservedWord, reservedWordIn } from "./keywords.ts";
import { type Sign, signs } from "./operators.ts";
import {
  type CharacterCodes,
  createTextWithCharacterCodes,
  findEndOfDigits,
  findEndOfPlainString,
  findEndOfSpaces,
  findEndOfWord,
  type TextWithCodes,
} from "./scan.ts";
import { nameOfToken, type Token, type TokenKind, TokenList, valueOfStringToken } from "./token.ts";

interface LexedText {
  /** Tokens of the text. Never empty; the last token is `end`. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Span[];
  readonly problems: readonly Problem[];
}

/**
 * Splits a text into tokens (sql-like-language 2). Every character belongs to a token, a comment, white space or a
 * problem.
 */
export function lexQuery(text: string): LexedText {
  const { tokens, comments, problems } = lexIntoTokenList(
    new TokenList(),
    createTextWithCharacterCodes(text),
    0,
    "end",
  );
  return {
    tokens: Array.from({ length: tokens.count }, (_, index) => tokenAt(tokens, index, text)),
    comments,
    problems,
  };
}

/** Result of the lexer in the form that the parser reads. */
export interface LexedTokens {
  /** Tokens of the text; the last token is `end`. */
  readonly tokens: TokenList;
  readonly comments: readonly Span[];
  readonly problems: readonly Problem[];
  /** Offset in the text at which the lexer stopped. */
  readonly end: number;
  /** Whether the lexer stopped after a `;`, and not at the end of the text. */
  readonly isEnded: boolean;
}

/**
 * Splits a text into tokens, starting at the offset `from`. Stops at the end of the text or after the next `;` that
 * ends a statement. Token offsets count from `from`.
 */
export function lexIntoTokenList(
  tokens: TokenList,
  text: TextWithCodes,
  from: number,
  last: "end" | "semicolon",
): LexedTokens {
  const lexer = new Lexer(text, from, tokens);
  lexer.readTo(last);
  return lexer;
}

function tokenAt({ kinds, starts, ends }: TokenList, index: number, text: string): Token {
  const kind = kinds[index] ?? "end";
  const start = starts[index] ?? 0;
  const end = ends[index] ?? 0;
  switch (kind) {
    case "end":
      return { kind, start, end };
    case "name":
      return { kind, text: nameOfToken(text, start, end), start, end };
    case "number":
      return { kind, text: text.slice(start, end), start, end };
    case "string":
      return { kind, ...valueOfStringToken(text, start, end), start, end };
    default:
      return isReservedWord(kind) ? { kind: "word", text: kind, start, end } : { kind: "sign", text: kind, start, end };
  }
}

/** Kind of token, comment or white space, as indicated by its first character. */
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

/** Operator and punctuation signs by the code of their first character, longer signs first. */
const signsByFirst: readonly (readonly Sign[])[] = beginnings.map((_, code) =>
  signs.filter((sign) => sign.charCodeAt(0) === code),
);

const comment = /--[^\r\n]*|\/\*[\s\S]*?\*\//y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const string = /'(?:[^'\r\n]|'')*'(?!')|"(?:[^"\r\n]|"")*"(?!")/y;
// For `"Gender) FROM Employee` this matches `"Gender`, so that a missing quote does not hide the rest of its line.
const openString = /['"](?:[^\r\n),;]*[^\s),;])?/y;
const quotedName = /`[^`\r\n]*`|\[[^\]\r\n]*\]/y;
const space = /[\s\uFEFF]+/y;

/** Lexer that reads a text once from left to right. */
class Lexer implements LexedTokens {
  readonly tokens: TokenList;
  readonly comments: Span[] = [];
  readonly problems: Problem[] = [];
  /** Offset of the first character that the lexer has not read yet. */
  end: number;
  readonly #text: string;
  readonly #codes: CharacterCodes;
  readonly #from: number;
  isEnded = false;

  constructor({ text, codes }: TextWithCodes, from: number, tokens: TokenList) {
    this.#text = text;
    this.#codes = codes;
    this.#from = from;
    this.end = from;
    this.tokens = tokens;
    tokens.count = 0;
  }

  readTo(last: "end" | "semicolon"): void {
    const { length } = this.#codes;
    while (this.end < length && !(last === "semicolon" && this.isEnded)) {
      this.#readNext();
    }
    this.#add("end", this.end);
  }

  #readNext(): void {
    const start = this.end;
    switch (beginnings[this.#codes[start] ?? 0]) {
      case "space":
        this.end = findEndOfSpaces(this.#codes, start);
        return;
      case "word":
        this.end = findEndOfWord(this.#codes, start);
        this.#add(reservedWordIn(this.#codes, start, this.end) ?? "name", start);
        return;
      case "sign":
        this.#readSign(start);
        return;
      case "number":
        this.#readNumber(start);
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
      default:
        if (!this.#reads(space)) {
          this.#readUnknown(start);
        }
    }
  }

  #readNumber(start: number): void {
    const end = findEndOfDigits(this.#codes, start);
    if (end !== undefined) {
      this.end = end;
    } else {
      this.#reads(number);
    }
    this.#add("number", start);
  }

  #readSign(start: number): void {
    for (const sign of signsByFirst[this.#codes[start] ?? 0] ?? []) {
      if (sign.length === 1 || this.#text.startsWith(sign, start)) {
        this.end = start + sign.length;
        this.isEnded = sign === ";";
        this.#add(sign, start);
        return;
      }
    }
    this.#readUnknown(start);
  }

  #readString(start: number): void {
    const end = findEndOfPlainString(this.#codes, start);
    if (end !== undefined) {
      this.end = end;
    } else if (!this.#reads(string)) {
      this.#reads(openString);
      this.problems.push(createQueryProblem("SL101", this.#spanFrom(start)));
    }
    this.#add("string", start);
  }

  #readComment(start: number): void {
    if (this.#reads(comment)) {
      this.comments.push(this.#spanFrom(start));
    } else if (this.#text.startsWith("/*", start)) {
      this.end = this.#text.length;
      this.comments.push(this.#spanFrom(start));
      const open = { start: start - this.#from, end: start - this.#from + 2 };
      this.problems.push(createQueryProblem("SL102", open, { text: "/*", hint: " The comment is not closed." }));
    } else {
      this.#readSign(start);
    }
  }

  #readQuotedName(start: number): void {
    if (!this.#reads(quotedName)) {
      this.#readUnknown(start);
      return;
    }
    this.#add("name", start);
    const name = nameOfToken(this.#text, start, this.end);
    this.problems.push(createQueryProblem("SL103", this.#spanFrom(start), { name }));
  }

  #readUnknown(start: number): void {
    this.end = start + ((this.#text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
    const text = this.#text.slice(start, this.end);
    this.problems.push(createQueryProblem("SL102", this.#spanFrom(start), { text, hint: "" }));
  }

  /** Skips the text that matches the pattern at the current offset. Returns false if nothing matches. */
  #reads(pattern: RegExp): boolean {
    pattern.lastIndex = this.end;
    const fits = pattern.test(this.#text);
    this.end = fits ? pattern.lastIndex : this.end;
    return fits;
  }

  #add(kind: TokenKind, start: number): void {
    this.tokens.add(kind, start - this.#from, this.end - this.#from);
  }

  #spanFrom(start: number): Span {
    return { start: start - this.#from, end: this.end - this.#from };
  }
}
