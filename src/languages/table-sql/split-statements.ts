import type { Span } from "../core/span.ts";
import { lex } from "./lexer.ts";
import type { Token } from "./token.ts";

/** A statement of a text: its own text and where it stands. */
export interface StatementText extends Span {
  readonly text: string;
  /** In offsets of `text`, without comments; the last one is the `end`. */
  readonly tokens: readonly Token[];
  /** Whether a `;` follows. */
  readonly isTerminated: boolean;
  /** A comment that nothing closes, in offsets of `text`. */
  readonly openComment: Span | undefined;
}

/**
 * The stretches of a text between `;`, in order and without gaps; the white space and the comments before a statement are
 * its own. A stretch without anything to run is there too: a cursor may stand in it.
 */
export function splitStatements(text: string): StatementText[] {
  const statements: StatementText[] = [];
  let start = 0;
  let tokens: Token[] = [];
  let openComment: Span | undefined;
  const finish = (end: number, isTerminated: boolean): void => {
    const last: Token = { kind: "end", text: "", key: "", isClosed: true, start: end - start, end: end - start };
    const own = text.slice(start, end);
    statements.push({ text: own, start, end, tokens: [...tokens, last], isTerminated, openComment });
    tokens = [];
  };
  for (const token of lex(text)) {
    if (token.kind === "end") {
      finish(text.length, false);
    } else if (token.key === ";") {
      finish(token.start, true);
      start = token.end;
    } else if (token.kind !== "comment") {
      tokens.push({ ...token, start: token.start - start, end: token.end - start });
    } else if (!token.isClosed) {
      openComment = { start: token.start - start, end: token.start - start + 2 };
    }
  }
  return statements;
}
