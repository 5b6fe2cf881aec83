import type { Span } from "../../core/text/span.ts";
import { lexQuery } from "../syntax/lexer.ts";
import { parseScript } from "../syntax/parse-script.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import { isSignToken, type Token } from "../syntax/token.ts";
import type { Expression, Query, SelectItem } from "../syntax/tree.ts";
import { predicatesOf } from "../syntax/walk.ts";
import { type CompletionSlot, findSlotAfter } from "./slot.ts";
import { typedWordAt } from "./word.ts";

/** Kind of token that is expected next in a shell statement (sql-like-language 12). */
type ShellExpected = "schema" | "TO" | "schemaName" | "TRANSACTION" | "object" | "FROM" | "file" | "end";

export interface ShellSlot {
  readonly kind: "shell";
  readonly expected: ShellExpected;
  /** Start offset of the shell statement. */
  readonly start: number;
}

/** Expected tokens after the first word of each kind of shell statement, in order. */
const orders: ReadonlyMap<string, readonly ShellExpected[]> = new Map([
  ["SET", ["schema", "TO", "schemaName"]],
  ["BEGIN", ["TRANSACTION"]],
  ["COPY", ["object", "FROM", "file"]],
  ["COMMIT", []],
  ["ROLLBACK", []],
]);

/** Returns what is expected after the given tokens of a shell statement; `undefined` if they do not start one. */
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

/** Syntactic context of the cursor, derived from the text alone. */
export interface CompletionContext {
  readonly slot: CompletionSlot | ShellSlot;
  /** Span that completion replaces: the word at the cursor, or the contents of the string at the cursor. */
  readonly replace: Span;
  readonly prefix: string;
  /** Opening quote of the string at the cursor; undefined outside of strings. */
  readonly quote: string | undefined;
  /** Whether the string at the cursor has no closing quote yet. */
  readonly isOpen: boolean;
  /** First token after the span that completion replaces. */
  readonly after: Token | undefined;
  /** Query that contains the cursor. Parsed from `text`, to which its offsets refer. */
  readonly query: Query | undefined;
  /** Text that `query` was parsed from. */
  readonly text: string;
  /** SELECT items of the query, except the one at the cursor. */
  readonly otherItems: readonly SelectItem[];
  /** SELECT item that contains the cursor, or else the last one before it. */
  readonly item: SelectItem | undefined;
  /** Whether the query has a time filter. A time filter that is being typed at the cursor does not count. */
  readonly hasTimeFilter: boolean;
}

interface ContextOptions {
  readonly timeColumn: string;
  /** Whether the text is a script of the command-line shell. */
  readonly isShellScript: boolean;
}

/** Returns the completion context at an offset of a text, which may be incomplete; `undefined` inside a comment. */
export function completionContextAt(
  text: string,
  offset: number,
  { timeColumn, isShellScript }: ContextOptions,
): CompletionContext | undefined {
  const word = typedWordAt(text, offset);
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
      findSlotAfter(before, (name) => isTime(nameExpression(name), timeColumn), quote !== undefined),
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

/** Returns the last query that starts before an offset, if no `;` is between its start and the offset. */
function queryAt(text: string, offset: number): Query | undefined {
  const { statements } = parseScript(text).script;
  const query = statements.findLast(
    (statement): statement is Query => statement.kind === "query" && statement.start <= offset,
  );
  const isLeft =
    query !== undefined &&
    query.end < offset &&
    lexQuery(text.slice(query.end, offset)).tokens.some((token) => isSignToken(token, ";"));
  return isLeft ? undefined : query;
}

function hasTimeFilter({ where }: Query, timeColumn: string, isHere: (span: Span) => boolean): boolean {
  return predicatesOf(where?.condition ?? { kind: "hole", start: 0, end: 0 }).some(({ predicate }) => {
    const left = predicate.kind === "bare" ? predicate.operand : predicate.left;
    return isTime(left, timeColumn) && !isHere(left);
  });
}

function isTime(expression: Expression, timeColumn: string): boolean {
  return findTimeColumnName(expression, timeColumn) !== undefined;
}

function nameExpression(text: string): Expression {
  const span = { start: 0, end: text.length };
  return { kind: "path", segments: [{ kind: "name", text, ...span }], ...span };
}
