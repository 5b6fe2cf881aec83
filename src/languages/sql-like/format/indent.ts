import type { TextEdit } from "../../core/text/span.ts";
import { lexQuery } from "../syntax/lexer.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import type { Token } from "../syntax/token.ts";

const indentText = "  ";

/** Returns the edit that indents the newly started line at an offset as the formatter would. */
export function createIndentEdits({ text }: ParsedStatementText, offset: number): TextEdit[] {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const { tokens, comments } = lexQuery(text);
  const isInside = comments.some(({ start, end }) => start < lineStart && lineStart < end);
  if (isInside || lineStart === 0) {
    return [];
  }
  const textStart = lineStart + (/^[^\S\r\n]*/.exec(text.slice(lineStart))?.[0].length ?? 0);
  const before = tokens.filter(({ kind, end }) => kind !== "end" && end <= lineStart);
  const indent = indentText.repeat(
    levelOf(
      before,
      tokens.find(({ start }) => start === textStart),
    ),
  );
  return text.slice(lineStart, textStart) === indent ? [] : [{ start: lineStart, end: textStart, text: indent }];
}

/** Returns the number of indentation levels of a line, computed from the tokens before it and its first token. */
function levelOf(before: readonly Token[], first: Token | undefined): number {
  if (first?.kind === "word" && (first.text === "SELECT" || first.text === "FROM" || first.text === "WHERE")) {
    return 0;
  }
  let level = 0;
  let depth = 0;
  for (const [index, token] of before.entries()) {
    if (token.kind === "word" && (token.text === "SELECT" || token.text === "WHERE")) {
      level = 1;
      depth = 0;
    } else if (token.kind === "word" && token.text === "FROM") {
      // The object may be on the next line; after it only clauses follow.
      level = index === before.length - 1 ? 1 : 0;
      depth = 0;
    } else if (token.kind === "sign" && token.text === ";") {
      level = 0;
      depth = 0;
    } else if (token.kind === "sign" && token.text === "(") {
      depth++;
    } else if (token.kind === "sign" && token.text === ")") {
      depth = Math.max(0, depth - 1);
    }
  }
  const closes = first?.kind === "sign" && first.text === ")" && depth > 0;
  return Math.min(level + depth - (closes ? 1 : 0), 20);
}
