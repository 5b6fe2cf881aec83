import type { Span } from "../../core/text/span.ts";
import type { ReservedWord } from "./keywords.ts";
import type { Sign } from "./operators.ts";

/** Kind of a token. Each reserved word and each sign is a kind of its own. */
export type TokenKind = ReservedWord | Sign | "name" | "string" | "number" | "end";

/**
 * Tokens of a text as parallel arrays, in text order. Avoids one object per token, and the arrays are reused for the
 * next text.
 */
export class TokenList {
  readonly kinds: TokenKind[] = [];
  readonly starts: number[] = [];
  /** Exclusive end offset of each token. */
  readonly ends: number[] = [];
  /** Number of tokens. Array entries beyond this count are left over from an earlier text. */
  count = 0;

  add(kind: TokenKind, start: number, end: number): void {
    const index = this.count++;
    this.kinds[index] = kind;
    this.starts[index] = start;
    this.ends[index] = end;
  }
}

/** Returns the name in a name token without its quotes. Quoted names are an error in this language. */
export function nameOfToken(text: string, start: number, end: number): string {
  const first = text.charCodeAt(start);
  const isQuoted = first === backquote || first === bracket;
  return isQuoted ? text.slice(start + 1, end - 1) : text.slice(start, end);
}

const backquote = 0x60;
const bracket = 0x5b;

/** Returns the value of a string token, with each doubled quote replaced by a single one. */
export function valueOfStringToken(text: string, start: number, end: number): { value: string; isClosed: boolean } {
  const quote = text.charAt(start);
  const isPlain = text.indexOf(quote, start + 1) === end - 1;
  if (isPlain) {
    return { value: text.slice(start + 1, end - 1), isClosed: true };
  }
  const quotes = text.slice(start, end).split(quote).length - 1;
  // Quotes inside the string come in pairs.
  const isClosed = quotes % 2 === 0;
  return { value: text.slice(start + 1, isClosed ? end - 1 : end).replaceAll(quote + quote, quote), isClosed };
}

/**
 * Token of a text. The last token of a text is `end`. Most tokens have the same properties, which keeps property access
 * fast.
 */
export type Token =
  | (Span & { readonly kind: "word"; readonly text: ReservedWord })
  | (Span & { readonly kind: "name"; readonly text: string })
  | (Span & { readonly kind: "string"; readonly value: string; readonly isClosed: boolean })
  | (Span & { readonly kind: "number"; readonly text: string })
  | (Span & { readonly kind: "sign"; readonly text: Sign })
  | (Span & { readonly kind: "end" });

export function isSignToken(token: Token | undefined, ...signs: readonly Sign[]): boolean {
  return token?.kind === "sign" && signs.includes(token.text);
}

export function isWordToken(token: Token | undefined, ...words: readonly ReservedWord[]): boolean {
  return token?.kind === "word" && words.includes(token.text);
}
