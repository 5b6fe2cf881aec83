import { type QueryOptions, queryOptionsBefore } from "../../languages/core/text/option-comments.ts";
import {
  blankComments,
  commentBefore,
  type StatementRange,
  splitStatements,
} from "../../languages/core/text/statements.ts";

/** A statement of a file, ready to be sent. */
export interface Statement {
  readonly range: StatementRange;
  /** Without comments, positions kept. */
  readonly text: string;
  /** The text at the very line and column where it stands in the file, so that what the service says of a place is true there. */
  readonly sent: string;
  /** What the comments before it say of how it is to be answered. */
  readonly options: QueryOptions;
  /** A short name: the comment before it, else its FROM object; never the text itself. */
  readonly title: string;
  /** Address of the file, where it is known. */
  readonly file?: string | undefined;
}

export function statementsOf(text: string, file?: string): Statement[] {
  return splitStatements(text).map((range, index) => statementIn(text, range, index, file));
}

/** `index` is the number of statements before it. */
export function statementIn(text: string, range: StatementRange, index: number, file?: string): Statement {
  const body = blankComments(text.slice(range.start, range.end));
  const title = commentBefore(text, range) ?? defaultTitle(body, index);
  // Put together when it is sent: of a long file every statement would carry all the lines before it.
  return {
    range,
    text: body,
    title,
    file,
    get options() {
      return queryOptionsBefore(text, range);
    },
    get sent() {
      return blankBefore(text, range) + body;
    },
  };
}

function blankBefore(text: string, { start }: StatementRange): string {
  const lines = text.slice(0, start).split("\n");
  return "\n".repeat(lines.length - 1) + " ".repeat(lines.at(-1)?.length ?? 0);
}

function defaultTitle(body: string, index: number): string {
  const from = /\bFROM\s+([A-Za-z_]\w*)/i.exec(body)?.[1];
  return from ? `${from} ${index + 1}` : `Query ${index + 1}`;
}

/** The statement under the cursor; between two statements the one before it, at the top the first. */
export function statementAt(statements: readonly Statement[], offset: number): Statement | undefined {
  const inside = statements.find(({ range }) => range.start <= offset && offset <= range.end);
  return inside ?? statements.findLast(({ range }) => range.start <= offset) ?? statements[0];
}

/** Where a message of the service points to, from 0: a place of the file, as the text was sent. */
export function positionInMessage(message: string): { readonly line: number; readonly character: number } | undefined {
  const match = /\bline (\d+), column (\d+)/.exec(message);
  return match ? { line: Number(match[1]) - 1, character: Number(match[2]) - 1 } : undefined;
}
