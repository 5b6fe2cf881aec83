/** Line and column in a text, both one-based. Columns are counted in UTF-16 units. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/**
 * Converts an offset to a line and column. CR LF, LF and CR each end a line. An offset outside the text is moved to the
 * nearer end.
 */
export function lineAndColumnAt(text: string, offset: number): LineAndColumn {
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
