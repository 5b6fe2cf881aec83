import type { Span } from "../../core/text/span.ts";
import { lex } from "../syntax/lexer.ts";
import { isSignToken, type Token } from "../syntax/token.ts";

/** What is being typed at a place of a text. */
interface TypedWord {
  /** What completion replaces: the word or the inside of the string that the place is in, else nothing. */
  readonly replace: Span;
  /** The part of that before the place. */
  readonly prefix: string;
  /** The quote that the place stands behind; it is doubled inside the string. */
  readonly quote: string | undefined;
  /** Whether the string goes without its closing quote. */
  readonly isOpen: boolean;
  /** Tokens of the statement before the word. */
  readonly before: readonly Token[];
  /** The token after it. */
  readonly after: Token | undefined;
  /** The text with what is missing of the string, so that it can be read as a whole; the same up to the end of `replace`. */
  readonly text: string;
}

/** Reads the tokens around a place; `undefined` in a comment, where nothing is typed. */
export function typedWord(text: string, offset: number): TypedWord | undefined {
  const { tokens, comments } = lex(text);
  if (comments.some((comment) => isInComment(text, comment, offset))) {
    return undefined;
  }
  const started = tokens.filter((token) => token.kind !== "end" && token.start < offset);
  const statement = started.slice(started.findLastIndex((token) => isSignToken(token, ";")) + 1);
  const last = statement.at(-1);
  if (last?.kind === "string" && isInString(text, last, offset)) {
    return typedString(text, offset, last, statement.slice(0, -1), tokens);
  }
  const isTyping = last !== undefined && last.kind !== "string" && last.kind !== "sign" && offset <= last.end;
  const replace = isTyping ? { start: last.start, end: last.end } : { start: offset, end: offset };
  return {
    replace,
    prefix: text.slice(replace.start, offset),
    quote: undefined,
    isOpen: false,
    before: isTyping ? statement.slice(0, -1) : statement,
    after: tokens.find(({ start }) => start >= replace.end),
    text,
  };
}

/** The lexer ends an open string before its last spaces; who types the next word of a member is still in it. */
function isInString(text: string, { end, isClosed }: Extract<Token, { kind: "string" }>, offset: number): boolean {
  return isClosed ? offset < end : /^[ \t]*$/.test(text.slice(end, offset));
}

/** A line comment goes on at its end, and so does one that is not closed. */
function isInComment(text: string, { start, end }: Span, offset: number): boolean {
  const isClosed = /^\/\*[\s\S]*\*\/$/.test(text.slice(start, end)) && end - start >= 4;
  return start < offset && (isClosed ? offset < end : offset <= end);
}

function typedString(
  text: string,
  offset: number,
  string: Extract<Token, { kind: "string" }>,
  before: readonly Token[],
  tokens: readonly Token[],
): TypedWord {
  const quote = text.charAt(string.start);
  const start = string.start + 1;
  const isOpen = !string.isClosed || isClosedByNext(text, string, quote, tokens);
  const end = isOpen ? Math.max(offset, openEnd(text, string)) : string.end - 1;
  return {
    replace: { start, end },
    prefix: text.slice(start, offset).replaceAll(quote + quote, quote),
    quote,
    isOpen,
    before,
    after: isOpen ? undefined : tokens.find((token) => token.start >= string.end),
    text: isOpen ? text.slice(0, end) + quote + text.slice(end) : text,
  };
}

/** For `"|) AND x = "b"` the string seems to be closed by the quote that opens `b`, which is left over at the end of the line. */
function isClosedByNext(text: string, string: Span, quote: string, tokens: readonly Token[]): boolean {
  return tokens.some(
    (token) =>
      token.kind === "string" &&
      !token.isClosed &&
      token.start >= string.end &&
      text.charAt(token.start) === quote &&
      !/[\r\n]/.test(text.slice(string.end, token.start)),
  );
}

/** Where a string without its closing quote ends, as the lexer reads it. */
function openEnd(text: string, string: Span): number {
  const [inside = ""] = /^[^\r\n),;]*[^\s),;"']/.exec(text.slice(string.start + 1, string.end)) ?? [];
  return string.start + 1 + inside.length;
}
