import type { Span } from "../../core/text/span.ts";
import { hasLineEnd } from "./lexemes.ts";

/** What is written at a place of the text, with the white space before it. */
export interface Written extends Span {
  readonly gap: string;
  readonly text: string;
}

/** What stands between the `;` of the statement before, or the start of the document, and a statement. */
export interface Head {
  readonly text: string;
  /** Right behind that `;`. */
  readonly start: number;
  readonly comments: readonly Span[];
  readonly startsDocument: boolean;
  readonly lineEnd: string;
}

/** Comments before a statement keep their lines, and one empty line where there were any. */
export function writeHead(head: Head): Written[] {
  const { text, start, comments, lineEnd } = head;
  return comments.map((comment, index) => {
    const lines = lineEndsIn(text.slice(comments[index - 1]?.end ?? start, comment.start));
    const isFirst = index === 0 && head.startsDocument;
    const body = text.slice(comment.start, comment.end);
    return {
      start: comment.start,
      end: comment.end,
      gap: isFirst ? "" : lines === 0 ? " " : lineEnd.repeat(Math.min(lines, 2)),
      text: body.startsWith("--") ? body.trimEnd() : body,
    };
  });
}

/** The white space before the first token of a statement. */
export function gapBehindHead({ text, start, comments, startsDocument, lineEnd }: Head, first: Span): string {
  const last = comments.at(-1);
  const lines = lineEndsIn(text.slice(last?.end ?? start, first.start));
  const ownLine = lineEnd.repeat(Math.min(Math.max(lines, 1), 2));
  if (last === undefined) {
    return startsDocument ? "" : ownLine;
  }
  // A comment behind the `;` before is about what stands there.
  const isBehindOther = !startsDocument && !hasLineEnd(text.slice(start, last.start));
  return lines === 0 && !isBehindOther ? " " : ownLine;
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
