import type { Span } from "../../core/text/span.ts";
import { commentOrQuotedTextAt, lexSql, type Token } from "./lexer.ts";

/** Text and tokens of one SQL statement, with its span in the complete text. */
export interface StatementText extends Span {
  readonly text: string;
  /** Tokens of the statement without comments. Offsets are relative to `text`, and the last token is the end token. */
  readonly tokens: readonly Token[];
  /** Opening delimiter of a comment that is not closed, relative to `text`. */
  readonly openComment: Span | undefined;
}

/**
 * Splits a SQL text at `;`. Each statement includes the white space and comments before it. Empty statements are
 * included, because they can contain the cursor.
 */
export function splitSqlStatements(text: string): StatementText[] {
  return statementBounds(text).map((bounds) => readStatementText(text, bounds));
}

/**
 * Returns the SQL statement that contains an offset. An offset directly before `;` belongs to the statement that it
 * ends.
 */
export function sqlStatementAt(text: string, offset: number): StatementText {
  const bounds = statementBounds(text);
  return readStatementText(text, bounds.find(({ end }) => offset <= end) ?? { start: 0, end: text.length });
}

function readStatementText(text: string, { start, end }: Span): StatementText {
  const statement = text.slice(start, end);
  const all = lexSql(statement);
  const open = all.find(({ kind, isClosed }) => kind === "comment" && !isClosed);
  return {
    text: statement,
    start,
    end,
    tokens: all.filter(({ kind }) => kind !== "comment"),
    openComment: open && { start: open.start, end: open.start + 2 },
  };
}

/**
 * Matches the places relevant to splitting SQL at `;`: `;` itself, the start of a comment, string or quoted name, and
 * the end of a comment.
 */
const boundary = /\*\/|--|\/\*|['"`;]|(?<![\p{L}\p{N}_])[rR](?=['"])/gu;

function statementBounds(text: string): Span[] {
  const bounds: Span[] = [];
  let start = 0;
  boundary.lastIndex = 0;
  for (let match = boundary.exec(text); match; match = boundary.exec(text)) {
    if (match[0] === ";") {
      bounds.push({ start, end: match.index });
      start = match.index + 1;
    } else {
      boundary.lastIndex = commentOrQuotedTextAt(text, match.index)?.end ?? boundary.lastIndex;
    }
  }
  bounds.push({ start, end: text.length });
  return bounds;
}
