import type { Span } from "../../core/text/span.ts";
import { lex } from "./lexer.ts";
import { opaqueTextAt } from "./opaque-text.ts";
import type { Token } from "./token.ts";

/** A statement of a text: its own text and where it stands. */
export interface StatementText extends Span {
  readonly text: string;
  /** In offsets of `text`, without comments; the last one is the `end`. */
  readonly tokens: readonly Token[];
  /** A comment that nothing closes, in offsets of `text`. */
  readonly openComment: Span | undefined;
}

/**
 * The stretches of a text between `;`, in order and without gaps; the white space and the comments before a statement are
 * its own. A stretch without anything to run is there too: a cursor may stand in it.
 */
export function splitStatements(text: string): StatementText[] {
  return boundsOf(text).map((bounds) => readStatementText(text, bounds));
}

/** The statement that an offset is in; of two the one before the `;`. No other is read. */
export function statementAt(text: string, offset: number): StatementText {
  const bounds = boundsOf(text);
  return readStatementText(text, bounds.find(({ end }) => offset <= end) ?? { start: 0, end: text.length });
}

function readStatementText(text: string, { start, end }: Span): StatementText {
  const own = text.slice(start, end);
  const all = lex(own);
  const open = all.find(({ kind, isClosed }) => kind === "comment" && !isClosed);
  return {
    text: own,
    start,
    end,
    tokens: all.filter(({ kind }) => kind !== "comment"),
    openComment: open && { start: open.start, end: open.start + 2 },
  };
}

/** What may hold a `;` that ends nothing, the sign that ends a comment but begins none, and the `;` itself: all else is skipped over. */
const boundary = /\*\/|--|\/\*|['"`;]|(?<![\p{L}\p{N}_])[rR](?=['"])/gu;

function boundsOf(text: string): Span[] {
  const bounds: Span[] = [];
  let start = 0;
  boundary.lastIndex = 0;
  for (let match = boundary.exec(text); match; match = boundary.exec(text)) {
    if (match[0] === ";") {
      bounds.push({ start, end: match.index });
      start = match.index + 1;
    } else {
      boundary.lastIndex = opaqueTextAt(text, match.index)?.end ?? boundary.lastIndex;
    }
  }
  bounds.push({ start, end: text.length });
  return bounds;
}
