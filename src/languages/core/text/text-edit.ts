import type { Span } from "./span.ts";

/** Replaces a span of a text; a span without width inserts. The edits of one change do not overlap. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** The text after edits that were all made for the text as it is given. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = "";
  let end = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    edited += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return edited + text.slice(end);
}
