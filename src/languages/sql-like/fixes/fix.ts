import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { Span, TextEdit } from "../../core/text/span.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import type { Token } from "../syntax/token.ts";
import type { Query } from "../syntax/tree.ts";

/** Fix for a problem in a query, offered to the user as a code action. */
export interface QueryFix {
  readonly title: string;
  /** Text edits of the fix, in offsets of the document part. They do not overlap. */
  readonly edits: readonly TextEdit[];
  /** Whether this fix is the only obvious one for its problem. */
  readonly isPreferred?: boolean;
  /** Whether this fix is offered only if no other fix resolves the problem. */
  readonly isFallback?: boolean;
  /**
   * Change of the query's meaning by the fix, shown to the user before the edits are applied. Undefined if the meaning
   * stays the same.
   */
  readonly changes?: string;
}

/** A problem with the context that its fixes need. Offsets count from the start of the document part. */
export interface FixScope {
  readonly text: string;
  /** Tokens of the document part; the last token is `end`. */
  readonly tokens: readonly Token[];
  readonly problem: Problem;
  /** All problems of the document part, in text order. */
  readonly problems: readonly Problem[];
  /** Query in which the problem occurs. */
  readonly query: Query | undefined;
  readonly kind: QueryKind;
  /** Object of the query's FROM clause; undefined if it is missing or unknown. */
  readonly object: AnalyticObject | undefined;
  /** Business model that the names were checked against; it may contain nothing. */
  readonly model: ModelSource;
  readonly timeColumn: string;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/**
 * Returns candidate fixes for a problem, most likely first. The caller drops candidates that do not resolve the
 * problem.
 */
export type FixFactory = (scope: FixScope) => readonly QueryFix[] | Promise<readonly QueryFix[]>;

/** Creates a fix that replaces a span by a text. */
export function createReplacementFix(
  { text }: FixScope,
  span: Span,
  replacement: string,
  isPreferred = false,
): QueryFix {
  const title = `Replace \`${shortenForTitle(text.slice(span.start, span.end))}\` with \`${shortenForTitle(replacement)}\``;
  return { title, edits: [{ start: span.start, end: span.end, text: replacement }], isPreferred };
}

/** Creates an edit that deletes a span. Also deletes the space before the span if two spaces would remain. */
export function createRemovalEdit(text: string, { start, end }: Span): TextEdit {
  const before = text.slice(0, start).search(/[ \t]+$/);
  const isSpaceBehind = end === text.length || /[\s,;)]/.test(text.charAt(end));
  if (before >= 0 && isSpaceBehind) {
    return { start: before, end, text: "" };
  }
  const behind = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  const isSpaceBefore = start === 0 || /[\s(]/.test(text.charAt(start - 1));
  return { start, end: isSpaceBefore ? end + behind : end, text: "" };
}

/** Shortens a text for use in the title of a fix. */
export function shortenForTitle(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
