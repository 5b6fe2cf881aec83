/** How many items at the beginning and at the end of a list stayed as they were. */
export function keptEnds(before: readonly string[], after: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end++;
  }
  return { start, end };
}
