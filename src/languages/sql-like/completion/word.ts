import type { Span } from "../../core/text/span.ts";
import { lexQuery } from "../syntax/lexer.ts";
import { isSignToken, type Token } from "../syntax/token.ts";

/** Word or string contents at an offset of a text, with the surrounding tokens. */
interface TypedWord {
  /** Span that completion replaces: the word or string contents at the offset, or an empty span if there is none. */
  readonly replace: Span;
  /** Text of the replaced span before the offset. */
  readonly prefix: string;
  /** Opening quote of the string at the offset. Inside the string, this quote must be doubled. */
  readonly quote: string | undefined;
  /** Whether the string at the offset has no closing quote. */
  readonly isOpen: boolean;
  /** Tokens of the statement before the word. */
  readonly before: readonly Token[];
  /** First token after the word. */
  readonly after: Token | undefined;
  /** Text with a missing closing quote added so that it can be parsed. Unchanged up to the end of `replace`. */
  readonly text: string;
}

/** Returns the word and tokens around an offset; `undefined` inside a comment. */
export function typedWordAt(text: string, offset: number): TypedWord | undefined {
  const { tokens, comments } = lexQuery(text);
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
 * Whether an offset is inside a string. Trailing spaces of an unclosed string count as inside, although the lexer
 * excludes them, because the user may be typing a second word.
 */
function isInString(text: string, { end, isClosed }: Extract<Token, { kind: "string" }>, offset: number): boolean {
  return isClosed ? offset < end : /^[ \t]*$/.test(text.slice(end, offset));
}

/** Whether an offset is inside a comment. The end of a line comment or of an unclosed comment counts as inside. */
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
 * Whether a string is closed only by the opening quote of the next string. Example with the cursor at `|`: in `"|) AND
 * x = "b"`, the quote before `b` seems to close the first string, which leaves an unpaired quote.
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

/** Returns the end offset of a string without closing quote, as the lexer determines it. */
function openEnd(text: string, string: Span): number {
  const [inside = ""] = /^[^\r\n),;]*[^\s),;"']/.exec(text.slice(string.start + 1, string.end)) ?? [];
  return string.start + 1 + inside.length;
}
