import type { Span } from "../../core/text/span.ts";
import { lex } from "../syntax/lexer.ts";
import { isSignToken, type Token } from "../syntax/token.ts";

/** Word being typed at an offset of a text. */
interface TypedWord {
  /** Span to replace: the word or the inside of the string at the offset, else empty. */
  readonly replace: Span;
  /** Part of the span before the offset. */
  readonly prefix: string;
  /** Opening quote before the offset; inside the string it is doubled. */
  readonly quote: string | undefined;
  /** Whether the closing quote is missing. */
  readonly isOpen: boolean;
  /** Tokens of the statement before the word. */
  readonly before: readonly Token[];
  /** Token after the word. */
  readonly after: Token | undefined;
  /** Text with the missing end of the string added, so that it can be parsed; unchanged up to the end of `replace`. */
  readonly text: string;
}

/** Reads the tokens around an offset; `undefined` in a comment. */
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

/**
 * The lexer ends an unclosed string before its trailing spaces, but while typing the next word of a member the cursor
 * is still inside it.
 */
function isInString(text: string, { end, isClosed }: Extract<Token, { kind: "string" }>, offset: number): boolean {
  return isClosed ? offset < end : /^[ \t]*$/.test(text.slice(end, offset));
}

/** The end of a line comment, or of an unclosed comment, is inside the comment. */
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

/**
 * In `"|) AND x = "b"` the string seems to be closed by the quote that opens `b`, which leaves an unpaired quote at the
 * end of the line.
 */
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

/** End of a string without its closing quote, as the lexer reads it. */
function openEnd(text: string, string: Span): number {
  const [inside = ""] = /^[^\r\n),;]*[^\s),;"']/.exec(text.slice(string.start + 1, string.end)) ?? [];
  return string.start + 1 + inside.length;
}
