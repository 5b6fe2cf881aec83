/** Returns the row limits that the user can choose from, ascending. 0 means all rows. */
export function rowLimitChoices(current: number): readonly number[] {
  return [...new Set([0, 1000, 10_000, 100_000, 1_000_000, current])].sort((one, other) => one - other);
}

/** Parses a row limit that the user typed, such as `25,000` or `25 000`. Undefined unless it is a positive integer. */
export function parseRowLimit(text: string): number | undefined {
  const digits = text.trim().replace(/(?<=\d)[,.'_ \u00a0\u202f](?=\d{3}(?!\d))/g, "");
  const rowLimit = /^\d+$/.test(digits) ? Number(digits) : 0;
  return rowLimit > 0 && rowLimit <= largestRowLimit ? rowLimit : undefined;
}

/** Maximum row limit: one less than the largest signed 32-bit integer, because a query requests one row more. */
const largestRowLimit = 2 ** 31 - 2;
