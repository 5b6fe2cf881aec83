/** Range of a text in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replaces a span of a text; an empty span means an insertion. Edits that are applied together must not overlap. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** Applies edits to a text. The offsets of all edits refer to the original text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = "";
  let end = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    edited += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return edited + text.slice(end);
}
