import type { Span } from "../../core/text/span.ts";
import { lex } from "../syntax/lexer.ts";
import { parseScript } from "../syntax/parse-script.ts";
import { timeColumnName } from "../syntax/time-column.ts";
import { isSignToken, type Token } from "../syntax/token.ts";
import type { Expression, Item, Query } from "../syntax/tree.ts";
import { predicatesOf } from "../syntax/walk.ts";
import { type CompletionSlot, slotAfter } from "./slot.ts";
import { typedWord } from "./word.ts";

/** What a statement of the shell is expected to go on with (sql-like-language 12). */
type ShellExpected = "schema" | "TO" | "schemaName" | "TRANSACTION" | "object" | "FROM" | "file" | "end";

export interface ShellPlace {
  readonly kind: "shell";
  readonly expected: ShellExpected;
  /** Offset of the statement. */
  readonly start: number;
}

/** What follows the first word of each statement, one token after the other. */
const orders: ReadonlyMap<string, readonly ShellExpected[]> = new Map([
  ["SET", ["schema", "TO", "schemaName"]],
  ["BEGIN", ["TRANSACTION"]],
  ["COPY", ["object", "FROM", "file"]],
  ["COMMIT", []],
  ["ROLLBACK", []],
]);

/** What may stand after some tokens of a statement; `undefined` when it is not one of the shell's own. */
function shellPlaceAfter(tokens: readonly Token[], quote: string | undefined): ShellPlace | undefined {
  const [first] = tokens;
  const order = first?.kind === "name" ? orders.get(first.text.toUpperCase()) : undefined;
  if (!first || !order) {
    return undefined;
  }
  const expected = order[tokens.length - 1] ?? "end";
  const isQuotable = quote === undefined || (expected === "file" && quote === "'");
  return { kind: "shell", expected: isQuotable ? expected : "end", start: first.start };
}

/** What is around a place of a text, as far as the text alone tells it. */
export interface CompletionContext {
  readonly slot: CompletionSlot | ShellPlace;
  /** What is replaced: the word or the inside of the string under the cursor. */
  readonly replace: Span;
  readonly prefix: string;
  /** The quote that the cursor stands behind. */
  readonly quote: string | undefined;
  /** Whether that quote has no counterpart yet. */
  readonly isOpen: boolean;
  /** The token after what is replaced. */
  readonly after: Token | undefined;
  /** The query that the place is in; the same text up to the end of `replace`. */
  readonly query: Query | undefined;
  /** Its text. */
  readonly text: string;
  /** Items of the query, but for the one that the place is in. */
  readonly otherItems: readonly Item[];
  /** The item that the place is in or behind. */
  readonly item: Item | undefined;
  /** There is a time filter, other than one that is being typed at the place. */
  readonly hasTimeFilter: boolean;
}

interface ContextOptions {
  readonly timeColumn: string;
  /** Whether the text is a script of the shell. */
  readonly isShellScript: boolean;
}

/** Reads what is around a place of a text, however unfinished the text is; `undefined` in a comment. */
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

/** The last query that begins before a place, unless a `;` stands between them. */
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
