import type { Span } from "../../core/text/span.ts";
import type { ReservedWord } from "./keywords.ts";
import type { Sign } from "./operators.ts";

/** What a token is; a reserved word and a sign are kinds of their own. */
export type TokenKind = ReservedWord | Sign | "name" | "string" | "number" | "end";

/**
 * The tokens of a text as columns, in its order. Reading a text asks for the kind of each several times and for more hardly ever, so
 * that there is no object for each; a list is used again for the next text.
 */
export class TokenList {
  readonly kinds: TokenKind[] = [];
  readonly starts: number[] = [];
  /** Exclusive. */
  readonly ends: number[] = [];
  /** What is behind these is left from the text before. */
  count = 0;

  add(kind: TokenKind, start: number, end: number): void {
    const index = this.count++;
    this.kinds[index] = kind;
    this.starts[index] = start;
    this.ends[index] = end;
  }
}

/** The name that a token stands for, without the quotes that names do not have here. */
export function nameText(text: string, start: number, end: number): string {
  const first = text.charCodeAt(start);
  const isQuoted = first === backquote || first === bracket;
  return isQuoted ? text.slice(start + 1, end - 1) : text.slice(start, end);
}

const backquote = 0x60;
const bracket = 0x5b;

/** What a token says that is a string, with doubled quotes made single. */
export function stringText(text: string, start: number, end: number): { value: string; isClosed: boolean } {
  const quote = text.charAt(start);
  const isPlain = text.indexOf(quote, start + 1) === end - 1;
  if (isPlain) {
    return { value: text.slice(start + 1, end - 1), isClosed: true };
  }
  const quotes = text.slice(start, end).split(quote).length - 1;
  // Those inside come in pairs.
  const isClosed = quotes % 2 === 0;
  return { value: text.slice(start + 1, isClosed ? end - 1 : end).replaceAll(quote + quote, quote), isClosed };
}

/** A lexical unit. The last token of a text is its `end`. Nearly all have the same properties: readers stay quick so. */
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
