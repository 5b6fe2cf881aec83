import type { Span } from "../core/text/span.ts";
import type { TextEdit } from "../core/text/text-edit.ts";
import { StatementLayout } from "./format-layout.ts";
import { findPairs } from "./format-pairs.ts";
import { lex } from "./syntax/lexer.ts";
import type { Token } from "./syntax/token.ts";

/** Indexes of tokens; `to` is exclusive. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Lays out a text, or the statements that a range touches: only white space changes, comments stay with what they stand
 * beside. A statement with a bracket, string or comment that is not closed stays as it is.
 */
export function formatText(text: string, range: Span = { start: 0, end: text.length }): TextEdit[] {
  const tokens = lex(text);
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const edits: TextEdit[] = [];
  for (const statement of statementsOf(tokens)) {
    const start = tokens[statement.from]?.start ?? 0;
    const end = tokens[statement.to - 1]?.end ?? 0;
    if (start <= range.end && end >= range.start) {
      edits.push(...formatStatement(text, tokens, statement, lineEnd));
    }
  }
  return edits.filter(({ start, end, text: gap }) => text.slice(start, end) !== gap);
}

/** Stretches of tokens up to their `;`, as indexes; the end of the text belongs to none. */
function statementsOf(tokens: readonly Token[]): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (const [index, { kind, key }] of tokens.entries()) {
    if (key === ";" || kind === "end") {
      const to = kind === "end" ? index : index + 1;
      if (from < to) {
        stretches.push({ from, to });
      }
      from = to;
    }
  }
  return stretches;
}

function formatStatement(text: string, tokens: readonly Token[], { from, to }: Stretch, lineEnd: string): TextEdit[] {
  const statement = tokens.slice(from, to);
  const code = statement.filter(({ kind }) => kind !== "comment");
  const pairs = findPairs(code);
  if (!pairs || statement.some(({ isClosed }) => !isClosed)) {
    return [];
  }
  const { gaps } = new StatementLayout(code, pairs.partners, pairs.typed);
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

interface GapPlace {
  readonly token: Token;
  readonly previous: Token | undefined;
  /** What stands there now. */
  readonly between: string;
  readonly gap: string | number;
  /** Indentation of the token if it begins a line. */
  readonly line: number;
  /** Whether no code of the statement stands before. */
  readonly isFirst: boolean;
  readonly lineEnd: string;
}

function gapText({ token, previous, between, gap, line, isFirst, lineEnd }: GapPlace): string {
  if (!previous) {
    return "";
  }
  const isOwnLine = /[\r\n]/.test(between);
  const hasBlank = /\n[^\S\n]*\r?\n/.test(between);
  const keepsBlank = hasBlank && (isFirst || token.kind === "comment");
  const newLine = `${keepsBlank ? lineEnd : ""}${lineEnd}${" ".repeat(line)}`;
  if (token.kind === "comment") {
    return isOwnLine || previous.text.startsWith("--") ? newLine : " ";
  }
  if (previous.kind === "comment") {
    const endsLine = previous.text.startsWith("--") || isOwnLine || typeof gap === "number";
    return endsLine ? newLine : " ";
  }
  return isFirst || typeof gap === "number" ? newLine : gap;
}
