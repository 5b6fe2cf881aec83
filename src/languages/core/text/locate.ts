/** Line and column in a text, both counted from 1; a column is one UTF-16 unit. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/**
 * Line and column of an offset. CR LF, LF and CR each end a line; an offset outside the text counts as the nearer end.
 */
export function locate(text: string, offset: number): Location {
  const end = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < end; index++) {
    const character = text[index];
    if (character === "\n" || (character === "\r" && text[index + 1] !== "\n")) {
      line++;
      lineStart = index + 1;
    }
  }
  return { line, column: end - lineStart + 1 };
}
