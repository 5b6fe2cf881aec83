import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { Span, TextEdit } from "../../core/text/span.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import type { Token } from "../syntax/token.ts";
import type { Query } from "../syntax/tree.ts";

/** Possible repair of a problem. */
export interface Fix {
  readonly title: string;
  /** Edits of the part's text; they do not overlap. */
  readonly edits: readonly TextEdit[];
  /** Whether it is the one obvious repair. */
  readonly isPreferred?: boolean;
  /** Whether it is offered only if no other repair helps. */
  readonly isFallback?: boolean;
  /** Change of the query's meaning, if any, to show before the edits are made. */
  readonly changes?: string;
}

/** A problem with its context; offsets count from the start of the part. */
export interface FixScope {
  readonly text: string;
  /** The last token is `end`. */
  readonly tokens: readonly Token[];
  readonly problem: Problem;
  /** Problems of the whole part, in text order. */
  readonly problems: readonly Problem[];
  /** Query that contains the problem. */
  readonly query: Query | undefined;
  readonly kind: QueryKind;
  /** FROM object. */
  readonly object: AnalyticObject | undefined;
  /** May be empty. */
  readonly model: ModelSource;
  readonly timeColumn: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/** Returns repairs worth trying, most likely first; the caller drops those that do not help. */
export type FixMaker = (scope: FixScope) => readonly Fix[] | Promise<readonly Fix[]>;

/** Fix that replaces a span by a text. */
export function replaceBy({ text }: FixScope, span: Span, replacement: string, isPreferred = false): Fix {
  const title = `Replace \`${shorten(text.slice(span.start, span.end))}\` with \`${shorten(replacement)}\``;
  return { title, edits: [{ start: span.start, end: span.end, text: replacement }], isPreferred };
}

/** Edit that deletes a span, and the space before it where two spaces would remain. */
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

/** Text of a span, shortened for a title. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
