import type { Span } from "../core/text/span.ts";
import type { TextEdit } from "../core/text/text-edit.ts";
import { StatementLayout, type TokenRange } from "./format-layout.ts";
import { findPairs } from "./format-pairs.ts";
import { lex } from "./syntax/lexer.ts";
import type { Token } from "./syntax/token.ts";

/**
 * Formats a text, or the statements that intersect a range. Changes only white space, and keeps comments next to their
 * neighbours. A statement with an unclosed bracket, string or comment is not changed.
 */
export function formatText(text: string, range: Span = { start: 0, end: text.length }): TextEdit[] {
  const tokens = lex(text);
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const edits: TextEdit[] = [];
  for (const statement of statementRanges(tokens)) {
    const start = tokens[statement.from]?.start ?? 0;
    const end = tokens[statement.to - 1]?.end ?? 0;
    if (start <= range.end && end >= range.start) {
      edits.push(...formatStatement(text, tokens, statement, lineEnd));
    }
  }
  return edits.filter(({ start, end, text: gap }) => text.slice(start, end) !== gap);
}

/** Returns the token range of each statement, with its `;` and without the end token. */
function statementRanges(tokens: readonly Token[]): TokenRange[] {
  const ranges: TokenRange[] = [];
  let from = 0;
  for (const [index, { kind, key }] of tokens.entries()) {
    if (key === ";" || kind === "end") {
      const to = kind === "end" ? index : index + 1;
      if (from < to) {
        ranges.push({ from, to });
      }
      from = to;
    }
  }
  return ranges;
}

function formatStatement(
  text: string,
  tokens: readonly Token[],
  { from, to }: TokenRange,
  lineEnd: string,
): TextEdit[] {
  const statement = tokens.slice(from, to);
  const code = statement.filter(({ kind }) => kind !== "comment");
  const pairs = findPairs(code);
  if (!pairs || statement.some(({ isClosed }) => !isClosed)) {
    return [];
  }
  const { gaps } = new StatementLayout(code, pairs.partners, pairs.typeTokens);
  const edits: TextEdit[] = [];
  let next = 0;
  let indent = 0;
  for (const [offset, token] of statement.entries()) {
    const previous = tokens[from + offset - 1];
    const start = previous?.end ?? 0;
    const gap = gaps[next] ?? "";
    const isFirst = next === 0;
    const between = text.slice(start, token.start);
    const line = isFirst ? 0 : typeof gap === "number" ? gap : indent + 2;
    if (token.kind !== "comment") {
      next++;
      indent = typeof gap === "number" ? gap : indent;
    }
    edits.push({ start, end: token.start, text: gapText({ token, previous, between, gap, line, isFirst, lineEnd }) });
  }
  return edits;
}

interface GapContext {
  readonly token: Token;
  readonly previous: Token | undefined;
  /** Current text between the tokens. */
  readonly between: string;
  readonly gap: string | number;
  /** Indentation in spaces if the token begins a line. */
  readonly line: number;
  /** Whether only comments of the statement precede the token. */
  readonly isFirst: boolean;
  readonly lineEnd: string;
}

function gapText({ token, previous, between, gap, line, isFirst, lineEnd }: GapContext): string {
  if (!previous) {
    return "";
  }
  const startsLine = /[\r\n]/.test(between);
  const hasBlank = /\n[^\S\n]*\r?\n/.test(between);
  const keepsBlank = hasBlank && (isFirst || token.kind === "comment");
  const newLine = `${keepsBlank ? lineEnd : ""}${lineEnd}${" ".repeat(line)}`;
  if (token.kind === "comment") {
    return startsLine || previous.text.startsWith("--") ? newLine : " ";
  }
  if (previous.kind === "comment") {
    const endsLine = previous.text.startsWith("--") || startsLine || typeof gap === "number";
    return endsLine ? newLine : " ";
  }
  return isFirst || typeof gap === "number" ? newLine : gap;
}
