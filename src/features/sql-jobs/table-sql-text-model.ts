import type { SqlStatement } from "../../client/sql/sql-statement.ts";
import { commentBeforeStatement } from "../../languages/core/text/statements.ts";

/**
 * Returns a statement after as much white space as there is text before it, so that positions in the service's messages
 * fit the file.
 */
export function paddedStatement(text: string, { start, end }: Pick<SqlStatement, "start" | "end">): string {
  const lines = text.slice(0, start).split("\n");
  return "\n".repeat(lines.length - 1) + " ".repeat(lines.at(-1)?.length ?? 0) + text.slice(start, end);
}

/**
 * Returns a short title: the comment before the statement, or else its verb and table. Never contains the statement's
 * text.
 */
export function statementTitle(text: string, statement: SqlStatement, index: number): string {
  const from = /\bFROM\s+`?([A-Za-z_]\w*)/i.exec(statement.text)?.[1];
  return (
    commentBeforeStatement(text, statement) ??
    (statement.target !== undefined
      ? `${statement.verb.toUpperCase()} ${statement.target}`
      : `${from ?? "Table SQL"} ${index + 1}`)
  );
}

/** Returns the position that a message of the service names, from 0. */
export function positionInMessage(message: string): { readonly line: number; readonly character: number } | undefined {
  const match = /\bline (\d+), column (\d+)/.exec(message);
  return match ? { line: Number(match[1]) - 1, character: Number(match[2]) - 1 } : undefined;
}

/** Returns the tables that the statements write, without duplicates. */
export function tablesWritten(statements: readonly Pick<SqlStatement, "target">[]): readonly string[] {
  const names = statements.flatMap(({ target }) => target ?? []);
  return names.filter(
    (name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );
}
