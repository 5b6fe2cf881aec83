import type { Span } from "../../core/text/span.ts";
import { lex } from "../syntax/lexer.ts";
import { parseScript } from "../syntax/parse-script.ts";
import { timeColumnName } from "../syntax/time-column.ts";
import { isSignToken, type Token } from "../syntax/token.ts";
import type { Expression, Item, Query } from "../syntax/tree.ts";
import { predicatesOf } from "../syntax/walk.ts";
import { type CompletionSlot, slotAfter } from "./slot.ts";
import { typedWord } from "./word.ts";

/** Expected continuation of a shell statement (sql-like-language 12). */
type ShellExpected = "schema" | "TO" | "schemaName" | "TRANSACTION" | "object" | "FROM" | "file" | "end";

export interface ShellSlot {
  readonly kind: "shell";
  readonly expected: ShellExpected;
  /** Offset of the statement. */
  readonly start: number;
}

/** Expected tokens after the first word of each shell statement, in order. */
const orders: ReadonlyMap<string, readonly ShellExpected[]> = new Map([
  ["SET", ["schema", "TO", "schemaName"]],
  ["BEGIN", ["TRANSACTION"]],
  ["COPY", ["object", "FROM", "file"]],
  ["COMMIT", []],
  ["ROLLBACK", []],
]);

/** Expected continuation after some tokens of a statement; `undefined` if it is not a shell statement. */
function shellPlaceAfter(tokens: readonly Token[], quote: string | undefined): ShellSlot | undefined {
  const [first] = tokens;
  const order = first?.kind === "name" ? orders.get(first.text.toUpperCase()) : undefined;
  if (!first || !order) {
    return undefined;
  }
  const expected = order[tokens.length - 1] ?? "end";
  const isQuotable = quote === undefined || (expected === "file" && quote === "'");
  return { kind: "shell", expected: isQuotable ? expected : "end", start: first.start };
}

/** Syntactic context of the cursor, from the text alone. */
export interface CompletionContext {
  readonly slot: CompletionSlot | ShellSlot;
  /** Span to replace: the word at the cursor, or the inside of the string. */
  readonly replace: Span;
  readonly prefix: string;
  /** Opening quote of the string at the cursor. */
  readonly quote: string | undefined;
  /** Whether that quote is not closed yet. */
  readonly isOpen: boolean;
  /** Token after the replaced span. */
  readonly after: Token | undefined;
  /** Query that contains the cursor; parsed from `text`. */
  readonly query: Query | undefined;
  /** Text that the query was parsed from. */
  readonly text: string;
  /** Items of the query except the one at the cursor. */
  readonly otherItems: readonly Item[];
  /** Item that contains the cursor or ends before it. */
  readonly item: Item | undefined;
  /** Whether the query has a time filter other than one being typed at the cursor. */
  readonly hasTimeFilter: boolean;
}

interface ContextOptions {
  readonly timeColumn: string;
  /** Whether the text is a script of the shell. */
  readonly isShellScript: boolean;
}

/** Completion context at an offset of a text, however unfinished; `undefined` in a comment. */
export function completionContext(
  text: string,
  offset: number,
  { timeColumn, isShellScript }: ContextOptions,
): CompletionContext | undefined {
  const word = typedWord(text, offset);
  if (!word) {
    return undefined;
  }
  const { replace, prefix, quote, isOpen, after, before } = word;
  const query = queryAt(word.text, replace.start);
  const items = query?.items ?? [];
  const isHere = ({ start, end }: Span) => start <= replace.start && replace.start <= end;
  return {
    slot:
      (isShellScript ? shellPlaceAfter(before, quote) : undefined) ??
      slotAfter(before, (name) => isTime(nameExpression(name), timeColumn), quote !== undefined),
    replace,
    prefix,
    quote,
    isOpen,
    after,
    query,
    text: word.text,
    otherItems: items.filter(({ expression }) => expression.kind !== "hole" && !isHere(expression)),
    item: items.findLast(({ start }) => start <= replace.start),
    hasTimeFilter: query !== undefined && hasTimeFilter(query, timeColumn, isHere),
  };
}

/** Last query that starts before an offset without a `;` in between. */
function queryAt(text: string, offset: number): Query | undefined {
  const { statements } = parseScript(text).script;
  const query = statements.findLast(
    (statement): statement is Query => statement.kind === "query" && statement.start <= offset,
  );
  const isLeft =
    query !== undefined &&
    query.end < offset &&
    lex(text.slice(query.end, offset)).tokens.some((token) => isSignToken(token, ";"));
  return isLeft ? undefined : query;
}

function hasTimeFilter({ where }: Query, timeColumn: string, isHere: (span: Span) => boolean): boolean {
  return predicatesOf(where?.condition ?? { kind: "hole", start: 0, end: 0 }).some(({ predicate }) => {
    const left = predicate.kind === "bare" ? predicate.operand : predicate.left;
    return isTime(left, timeColumn) && !isHere(left);
  });
}

function isTime(expression: Expression, timeColumn: string): boolean {
  return timeColumnName(expression, timeColumn) !== undefined;
}

function nameExpression(text: string): Expression {
  const span = { start: 0, end: text.length };
  return { kind: "path", segments: [{ kind: "name", text, ...span }], ...span };
}
