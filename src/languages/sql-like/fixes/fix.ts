import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";
import type { TextEdit } from "../../core/text/text-edit.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import type { Token } from "../syntax/token.ts";
import type { Query } from "../syntax/tree.ts";

/** A way to repair a problem. */
export interface Fix {
  readonly title: string;
  /** Of the text of the part; they do not overlap. */
  readonly edits: readonly TextEdit[];
  /** The one obvious way. */
  readonly isPreferred?: boolean;
  /** Only offered when none before it helps. */
  readonly isFallback?: boolean;
  /** What the query says afterwards, when that is not what it says now: to be shown before the edits are made. */
  readonly changes?: string;
}

/** A problem and all that is known around it; offsets count from the start of the part. */
export interface FixScope {
  readonly text: string;
  /** The last one is the `end`. */
  readonly tokens: readonly Token[];
  readonly problem: Problem;
  /** Of the whole part, in the order of the text. */
  readonly problems: readonly Problem[];
  /** The query the problem is in. */
  readonly query: Query | undefined;
  readonly kind: QueryKind;
  /** The object of FROM. */
  readonly object: AnalyticObject | undefined;
  /** May know nothing. */
  readonly model: ModelSource;
  readonly timeColumn: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/** Gives the ways that are worth trying, the likeliest first; those that do not help are left out by the caller. */
export type FixMaker = (scope: FixScope) => readonly Fix[] | Promise<readonly Fix[]>;

/** A fix that writes a text in place of a span. */
export function replaceBy({ text }: FixScope, span: Span, replacement: string, isPreferred = false): Fix {
  const title = `Replace \`${shorten(text.slice(span.start, span.end))}\` with \`${shorten(replacement)}\``;
  return { title, edits: [{ start: span.start, end: span.end, text: replacement }], isPreferred };
}

/** Deletes a span, and the space before it when there would be two; deletes nothing else. */
export function removalOf(text: string, { start, end }: Span): TextEdit {
  const before = text.slice(0, start).search(/[ \t]+$/);
  const isSpaceBehind = end === text.length || /[\s,;)]/.test(text.charAt(end));
  if (before >= 0 && isSpaceBehind) {
    return { start: before, end, text: "" };
  }
  const behind = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  const isSpaceBefore = start === 0 || /[\s(]/.test(text.charAt(start - 1));
  return { start, end: isSpaceBefore ? end + behind : end, text: "" };
}

/** The text of a span, as short as a title needs it. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** A string literal of a value. */
export function quoted(value: string, quote = '"'): string {
  return `${quote}${value.replaceAll(quote, quote + quote)}${quote}`;
}
