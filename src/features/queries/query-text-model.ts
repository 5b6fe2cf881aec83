import { blankComments, commentBefore, type StatementRange, splitStatements } from "../../languages/core/statements.ts";

/** A statement of a file, ready to be sent. */
export interface Statement {
  readonly range: StatementRange;
  /** Without comments, positions kept, so that the service's "line, column" can be found again in the file. */
  readonly text: string;
  /** A short name: the comment before it, else its FROM object; never the text itself. */
  readonly title: string;
}

export function statementsOf(text: string): Statement[] {
  return splitStatements(text).map((range, index) => {
    const body = blankComments(text.slice(range.start, range.end));
    return { range, text: body, title: commentBefore(text, range) ?? defaultTitle(body, index) };
  });
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

/** Where a message of the service points to in the statement: 0-based offset, or `undefined` when it names no place. */
export function offsetInMessage(message: string, text: string): number | undefined {
  const match = /\bline (\d+), column (\d+)/.exec(message);
  if (!match) {
    return undefined;
  }
  const lines = text.split("\n");
  const line = Number(match[1]) - 1;
  const before = lines.slice(0, line).reduce((sum, part) => sum + part.length + 1, 0);
  return Math.min(before + Number(match[2]) - 1, text.length);
}
