import type { Span, TextEdit } from "../core/text/span.ts";
import { StatementLayout, type TokenRange } from "./format-layout.ts";
import { lexSql, type Token } from "./syntax/lexer.ts";

/**
 * Formats a SQL text, or the statements that intersect a range. Changes only white space, and keeps comments next to
 * the same tokens. Leaves a statement with an unclosed bracket, string or comment unchanged.
 */
export function formatSqlText(text: string, range: Span = { start: 0, end: text.length }): TextEdit[] {
  const tokens = lexSql(text);
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

/** Returns the statements that are not formatted because of an error, of those that intersect a range. */
export function unformattedStatements(text: string, range: Span = { start: 0, end: text.length }): readonly Span[] {
  const tokens = lexSql(text);
  return statementRanges(tokens).flatMap(({ from, to }) => {
    const statement = tokens.slice(from, to);
    const span = { start: statement[0]?.start ?? 0, end: statement.at(-1)?.end ?? 0 };
    const isMeant = span.start <= range.end && span.end >= range.start;
    return isMeant && !pairsOf(statement) ? [span] : [];
  });
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

/** Returns the pairs of brackets, or undefined if a bracket, string or comment is not closed. */
function pairsOf(statement: readonly Token[]): ReturnType<typeof findPairs> {
  const code = statement.filter(({ kind }) => kind !== "comment");
  return statement.some(({ isClosed }) => !isClosed) ? undefined : findPairs(code);
}

function formatStatement(
  text: string,
  tokens: readonly Token[],
  { from, to }: TokenRange,
  lineEnd: string,
): TextEdit[] {
  const statement = tokens.slice(from, to);
  const code = statement.filter(({ kind }) => kind !== "comment");
  const pairs = pairsOf(statement);
  if (!pairs) {
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
  /** Current white space between the previous token and the token. */
  readonly between: string;
  readonly gap: string | number;
  /** Indentation in spaces to use if the token begins a line. */
  readonly line: number;
  /** Whether the token is the first of its statement, apart from comments. */
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

interface Pairs {
  /** Token index of each closing bracket or END, by the index of the matching opening bracket or CASE. */
  readonly partners: ReadonlyMap<number, number>;
  /** Indexes of tokens inside the angle brackets of a data type. */
  readonly typeTokens: ReadonlySet<number>;
}

const closers: Readonly<Record<string, string>> = { ")": "(", "]": "[", END: "CASE" };

/** Returns the pairs of opening and closing brackets, and of CASE and END. Undefined if they are not balanced. */
function findPairs(tokens: readonly Token[]): Pairs | undefined {
  const partners = new Map<number, number>();
  const open: { readonly key: string; readonly index: number }[] = [];
  for (const [index, { key, kind }] of tokens.entries()) {
    const isMember =
      tokens[index - 1]?.key === "." || tokens[index - 1]?.key === "AS" || tokens[index + 1]?.key === ".";
    if (kind === "word" && isMember) {
      continue;
    }
    if (key === "(" || key === "[" || key === "CASE") {
      open.push({ key, index });
    } else if (closers[key] !== undefined && (key !== "END" || open.some((one) => one.key === "CASE"))) {
      const last = open.pop();
      if (last?.key !== closers[key]) {
        return undefined;
      }
      partners.set(last.index, index);
    }
  }
  return open.length > 0 ? undefined : { partners, typeTokens: findTypeTokens(tokens) };
}

function findTypeTokens(tokens: readonly Token[]): ReadonlySet<number> {
  const typeTokens = new Set<number>();
  let depth = 0;
  for (const [index, { key }] of tokens.entries()) {
    const isStart = key === "<" && ["ARRAY", "MAP", "STRUCT"].includes(tokens[index - 1]?.key ?? "");
    if (isStart || (depth > 0 && key === "<")) {
      depth++;
    }
    if (depth > 0) {
      typeTokens.add(index);
    }
    depth = Math.max(0, depth - (key === ">" ? 1 : key === ">>" ? 2 : key === ">>>" ? 3 : 0));
  }
  return typeTokens;
}
