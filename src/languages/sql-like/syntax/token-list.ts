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
