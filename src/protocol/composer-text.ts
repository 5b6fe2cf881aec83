/** Replacement of the characters from `start` to `end` (exclusive) of a document with `text`. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the smallest single text change from `before` to `after`, or undefined if they are equal. */
export function smallestTextChange(before: string, after: string): TextChange | undefined {
  if (before === after) {
    return undefined;
  }
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start++;
  }
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) {
    same++;
  }
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
