import { type DocumentStatement, QueryDocument } from "../../src/languages/sql-like/syntax/query-document.ts";

/** A text with the places that its `|` marks, and the part of it that the first is in. */
export interface CursorText extends DocumentStatement {
  readonly text: string;
  /** Offsets in the part. */
  readonly offsets: readonly number[];
  readonly offset: number;
}

/** Reads a text with one or more cursors; all are in one part. */
export function cursorText(marked: string, isShellScript = false): CursorText {
  const pieces = marked.split("|");
  const text = pieces.join("");
  let at = 0;
  const places = pieces.slice(0, -1).map((piece) => {
    at += piece.length;
    return at;
  });
  const placed = QueryDocument.create(text, { isShellScript }).statementAt(places[0] ?? 0);
  const offsets = places.map((place) => place - placed.start);
  return { ...placed, text, offsets, offset: offsets[0] ?? 0 };
}
